/** The bundle has no types; plotly.ts names what it uses. */
declare module 'plotly.js-cartesian-dist-min'
