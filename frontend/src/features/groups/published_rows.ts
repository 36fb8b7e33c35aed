/** Published tables with a row for each metric, as columns beside what was measured. Pure. */
import type { PublishedTable } from '@/api/contracts'
import { columnsOf } from '../reference/published'

export interface PublishedRows {
  readonly columns: readonly string[]
  /** The unit of all values. */
  readonly unit: string
  /** By metric, one for each column. */
  readonly values: ReadonlyMap<string, readonly (number | null)[]>
}

/** Units as sources write them, as metrics have them. */
const UNITS: Readonly<Record<string, readonly [string, number]>> = {
  nanosecond: ['ns', 1],
  microsecond: ['ns', 1e3],
  millisecond: ['ns', 1e6],
}

/** Null if the table's rows are not named after any of these metrics, or its unit is not known. */
export function publishedRows(table: PublishedTable, metrics: readonly string[]): PublishedRows | null {
  const unit = UNITS[table.unit]
  const { labels, figures } = columnsOf(table)
  const [label] = labels
  if (unit === undefined || label === undefined) return null
  const rows = table.rows.filter((row) => metrics.includes(String(row[label])))
  if (rows.length === 0) return null
  return {
    columns: figures.map((column) => table.columns[column] ?? ''),
    unit: unit[0],
    values: new Map(
      rows.map((row) => [
        String(row[label]),
        figures.map((column) => {
          const value = row[column]
          return typeof value === 'number' ? value * unit[1] : null
        }),
      ]),
    ),
  }
}
