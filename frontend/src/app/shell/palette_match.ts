/** How well a query fits a text: every letter in order; words' beginnings and runs of letters count more. Null: not at all. */
export function matchScore(query: string, text: string): number | null {
  const wanted = query.toLowerCase().replaceAll(/\s+/g, '')
  const given = text.toLowerCase()
  let score = 0
  let at = -1
  for (const letter of wanted) {
    const next = given.indexOf(letter, at + 1)
    if (next < 0) return null
    const starts_word = next === 0 || /[\s\-_./]/.test(given[next - 1] ?? '')
    score += next === at + 1 ? 3 : starts_word ? 2 : 0
    score -= Math.min(next - at, 10) * 0.05
    at = next
  }
  return score - given.length * 0.002
}

/** Those that fit, best first; all in their own order for an empty query. */
export function rankMatches<T>(query: string, items: readonly T[], textOf: (item: T) => string): T[] {
  if (query.trim() === '') return [...items]
  return items
    .flatMap((item, index) => {
      const score = matchScore(query, textOf(item))
      return score === null ? [] : [{ item, index, score }]
    })
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ item }) => item)
}
