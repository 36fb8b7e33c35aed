/** Who claims what a shape check states, in words. */
export const claimText = {
  finding: 'finding of the study',
  expectation: 'our expectation',
  invariant: 'invariant',
} as const
