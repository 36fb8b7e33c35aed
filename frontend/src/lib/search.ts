/** What a route gets of the address before a page's own parser has looked at it. */
export type RawSearch = Record<string, unknown>

/** A parameter's text; undefined if it is missing or empty. */
export function textParam(raw: RawSearch, key: string): string | undefined {
  const value = raw[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Parameters that are missing or empty are left out, so that they are not in the address. */
export function withoutEmpty<Search extends object>(search: {
  readonly [Key in keyof Search]?: Search[Key] | undefined
}): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== '')) as Search
}

/** A parameter that is one of `choices`; undefined otherwise. */
export function choiceParam<T extends string>(raw: RawSearch, key: string, choices: readonly T[]): T | undefined {
  const value = textParam(raw, key)
  return choices.find((choice) => choice === value)
}

/** A comma-separated list without empty or double entries. */
export function listParam(raw: RawSearch, key: string): string[] {
  const text = textParam(raw, key)
  return text === undefined ? [] : [...new Set(text.split(',').filter((part) => part !== ''))]
}
