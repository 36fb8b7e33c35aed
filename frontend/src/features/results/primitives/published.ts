import type { PublishedTable } from '@/api/contracts'
import type { ValueMark } from '@/viz/value_bars'

/** Table 1 of the threaded study. */
export const TABLE = 'feltest.primitives'

const MACHINES: Readonly<Record<string, string>> = {
  sparc4_110mhz: 'Sun Sparc 4, 110 MHz',
  ultra1_167mhz: 'Sun Ultra 1, 167 MHz',
  origin2000_250mhz: 'SGI Origin 2000, 250 MHz',
}

/** What each machine of the table needed for a primitive, in ns; the table has µs. Pure. */
export function publishedMarks(table: PublishedTable | undefined, primitive: string): ValueMark[] {
  const row = table?.rows.find(([name]) => name === primitive)
  if (table === undefined || row === undefined) return []
  return table.columns.flatMap((column, at) => {
    const value = row[at]
    const label = MACHINES[column]
    return label === undefined || typeof value !== 'number' ? [] : [{ label, value: value * 1000, published: true }]
  })
}
