import type { PublishedTable } from '@/api/contracts'
import type { ValueMark } from '@/viz/value_bars'

/** Table 6.9 of the universe study: reading CPU usage each step. */
export const TABLE = 'uss.resource-manager'

const MACHINES: Readonly<Record<string, string>> = {
  pentium: 'Pentium 90 MHz, QNX',
  server: 'i486 66 MHz, QNX',
  gateway: 'i486 50 MHz, QNX',
}

/** What each machine of the table needed, in ns; the table has ms. Pure. */
export function publishedMarks(table: PublishedTable | undefined, metric: string): ValueMark[] {
  const row = table?.rows.find(([name]) => `usage.${String(name)}` === metric)
  if (table === undefined || row === undefined) return []
  return table.columns.flatMap((column, at) => {
    const value = row[at]
    const label = MACHINES[column]
    return label === undefined || typeof value !== 'number' ? [] : [{ label, value: value * 1e6, published: true }]
  })
}
