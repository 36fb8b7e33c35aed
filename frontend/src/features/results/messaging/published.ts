import type { PublishedTable } from '@/api/contracts'
import type { ValueMark } from '@/viz/value_bars'

/** What the universe study's section 6.4 says of message passing. */
export const TABLE = 'uss.messaging'

const MS = 1e6
const MB = 1e6

/** Figures of the table that stand beside a metric: which machine, and one of its unit in the metric's. */
const BESIDE: Readonly<Record<string, readonly (readonly [figure: string, label: string, factor: number])[]>> = {
  'send.connect': [
    ['tcp_connect_gateway_ms', 'i486 50 MHz, QNX', MS],
    ['tcp_connect_reality_ms', 'R4400 200 MHz, IRIX', MS],
  ],
  'send.pipe': [
    ['mailer_pipe_saving_ms_min', 'pipe, fastest platform', MS],
    ['mailer_pipe_saving_ms_max', 'pipe, slowest platform', MS],
  ],
  'throughput.bytes': [['network_throughput_pentium_mbyte_s', 'Pentium 90 MHz over 10 Mbit/s', MB]],
}

/** Published values beside a metric, in its unit. Pure. */
export function publishedMarks(table: PublishedTable | undefined, metric: string): ValueMark[] {
  return (BESIDE[metric] ?? []).flatMap(([figure, label, factor]) => {
    const value = table?.rows.find(([name]) => name === figure)?.[1]
    return typeof value === 'number' ? [{ label, value: value * factor, published: true }] : []
  })
}
