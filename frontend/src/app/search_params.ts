/**
 * Search parameters as people read them: plain `key=value`, no JSON. A page's own parser gives them types.
 * Empty and undefined values are left out, so that a permalink holds only what was chosen.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(key, value)
    else if (typeof value === 'number' || typeof value === 'boolean') params.set(key, String(value))
  }
  // Lists are common and stay readable: commas need no escape in a query.
  const text = params.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
  return text === '' ? '' : `?${text}`
}
