/**
 * Who may import whom, as data: the first folder(s) below src, and the zones it may use besides itself.
 * app -> features -> {viz, components, lib, api}; viz imports neither React nor api.
 */
export const zones = {
  app: ['features', 'components', 'lib', 'api', 'styles'],
  features: ['viz', 'components', 'lib', 'api'],
  components: ['lib', 'api'],
  viz: ['lib'],
  lib: ['api'],
  api: [],
  styles: [],
  testing: ['api', 'app', 'components', 'lib'],
}

/** Features meet only where it says so here. */
export const feature_imports = {
  run: ['live', 'results'],
  live: ['results'],
  new_run: ['results', 'models'],
  compare: ['results', 'reference'],
  groups: ['results', 'reference'],
  suites: ['results'],
  trends: ['results'],
}

/** Packages that a zone may not import. */
export const forbidden_packages = {
  viz: ['react', 'react-dom', '@tanstack/'],
  lib: ['uplot', 'plotly.js-cartesian-dist-min'],
  components: ['uplot', 'plotly.js-cartesian-dist-min', '@tanstack/react-query'],
  features: ['uplot', 'plotly.js-cartesian-dist-min'],
  app: ['uplot', 'plotly.js-cartesian-dist-min'],
  api: ['react', 'react-dom', 'uplot', 'plotly.js-cartesian-dist-min'],
}
