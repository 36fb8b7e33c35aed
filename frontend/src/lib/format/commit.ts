/** Digits of a commit, everywhere on the page; as many as git shows in a small repository. */
const DIGITS = 7

/** The beginning of a commit; a dash if it is not known. */
export function shortCommit(commit: string): string {
  return commit === '' ? '–' : commit.slice(0, DIGITS)
}
