const LONGEST = 28

/** The beginning of a note, for a place beside a mark. */
export function shortNote(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`
}
