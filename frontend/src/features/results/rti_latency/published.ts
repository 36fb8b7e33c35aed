import type { PublishedTable, RtiLatency } from '@/api/contracts'
import type { ValueMark } from '@/viz/value_bars'

const TABLE = 'rtibm.tick-selection'
const RTIS: Readonly<Record<string, string>> = {
  dmso_rti_1_3ng4_ms: 'DMSO RTI 1.3NG4',
  mak_1_3_5_ngc_ms: 'MÄK RTI 1.3.5-ngc',
  fdk_3_0_ms: 'FDK 3.0',
}

/** Mean round trips of Table 2 of the RTI benchmark on two systems, for this kind of test and tick version, in ns. Pure. */
export function publishedRoundTrips(
  tables: readonly PublishedTable[],
  { exchanged, tick }: Pick<RtiLatency, 'exchanged' | 'tick'>,
): ValueMark[] {
  const table = tables.find(({ id }) => id === TABLE)
  const type = exchanged === 'objects' ? 'RTOL' : 'RTIL'
  const version = tick === 'wait' ? 'V1' : 'V2'
  const row = table?.rows.find((cells) => cells[0] === '2 systems, 2 CPUs' && cells[1] === type && cells[2] === version)
  if (table === undefined || row === undefined) return []
  return table.columns.flatMap((column, at) => {
    const value = row[at]
    const label = RTIS[column]
    return label === undefined || typeof value !== 'number' ? [] : [{ label, value: value * 1e6, published: true }]
  })
}
