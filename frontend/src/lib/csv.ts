/** Values of one table cell. */
export type Cell = string | number | boolean | null

/** RFC 4180, with a header line. */
export function csvText(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => row.map(field).join(',')).join('\r\n') + '\r\n'
}

function field(value: Cell): string {
  if (value === null) return ''
  const text = String(value)
  // A spreadsheet would run a text that begins like a formula.
  const safe = typeof value === 'string' && /^[=+@\t\r]|^-(?![\d.])/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
