/** Published tables as the pages show them: words for their columns, curves in them. Pure. */
import type { PublishedTable } from '@/api/contracts'

export type PublishedCell = string | number | null

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/_mb_s$/, ', MB/s'],
  [/_mb$/, ', MB'],
  [/_ms$/, ', ms'],
  [/_us$/, ', µs'],
  [/_hz$/, ', Hz'],
  [/_s$/, ', s'],
  [/_percent$/, ', %'],
  [/_ms_/, ' (ms) '],
  [/_us_/, ' (µs) '],
  [/_percent_/, ' (%) '],
]

/** `slave_wait_ms_two_nodes` as words: `slave wait (ms) two nodes`. */
export function words(name: string): string {
  if (!/^[a-z0-9_]+$/.test(name)) return name
  return UNITS.reduce((text, [pattern, unit]) => text.replace(pattern, unit), name).replaceAll('_', ' ')
}

export function isNumeric(table: PublishedTable, column: number): boolean {
  const values = table.rows.map((row) => row[column] ?? null).filter((value) => value !== null)
  return values.length > 0 && values.every((value) => typeof value === 'number')
}

/** Columns that say what a row is about, and columns of figures. */
export function columnsOf(table: PublishedTable): { labels: number[]; figures: number[] } {
  const all = table.columns.map((_, column) => column)
  const figures = all.filter((column) => isNumeric(table, column))
  return { labels: all.filter((column) => !figures.includes(column)), figures }
}

export function rowLabel(table: PublishedTable, row: readonly PublishedCell[]): string {
  const { labels } = columnsOf(table)
  const text = labels.map((column) => words(String(row[column] ?? ''))).filter((part) => part !== '')
  return text.length > 0 ? text.join(', ') : `row ${table.rows.indexOf(row as PublishedCell[]) + 1}`
}

export interface Curve {
  readonly key: string
  readonly label: string
  readonly points: readonly { readonly x: number; readonly y: number; readonly label: string }[]
}

/** The curves of a table over a parameter, one for each of its other columns; none if it has no such column. */
export function curvesOf(table: PublishedTable, parameter: string): Curve[] {
  const x = table.columns.indexOf(parameter)
  if (x < 0 || !isNumeric(table, x)) return []
  return columnsOf(table)
    .figures.filter((column) => column !== x)
    .map((column) => ({
      key: `${table.id}:${table.columns[column] ?? ''}`,
      label: words(table.columns[column] ?? ''),
      points: table.rows.flatMap((row) => {
        const [at, value] = [row[x], row[column]]
        if (typeof at !== 'number' || typeof value !== 'number') return []
        return [{ x: at, y: value, label: `${words(parameter)} ${at}` }]
      }),
    }))
    .filter((curve) => curve.points.length > 1)
}

/** Where a table is from, in a line. */
export function sourceText(table: PublishedTable): string {
  return [table.source_title, table.where, table.year].filter((part) => part !== '').join(', ')
}
