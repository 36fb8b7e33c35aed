/** From lines and columns, as a check reports them, to places in a text. Pure. */
import type { ModelError } from '@/api/contracts'

export interface Place {
  readonly from: number
  readonly to: number
}

/** The word at an error's place; at least a character, if there is one. Errors of the whole text are at its beginning. */
export function placeOf(text: string, { line, column }: Pick<ModelError, 'line' | 'column'>): Place {
  if (line < 1) return { from: 0, to: 0 }
  let start = 0
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf('\n', start)
    if (end < 0) return { from: text.length, to: text.length }
    start = end + 1
  }
  const end = text.indexOf('\n', start)
  const content = text.slice(start, end < 0 ? text.length : end)
  // Columns count characters; a string's length counts UTF-16 units.
  const from =
    start +
    Array.from(content)
      .slice(0, Math.max(0, column - 1))
      .join('').length
  const rest = text.slice(from, start + content.length)
  const length = /^(\w+|"[^"]*"?|.)/u.exec(rest)?.[0].length ?? 0
  return { from, to: from + length }
}
