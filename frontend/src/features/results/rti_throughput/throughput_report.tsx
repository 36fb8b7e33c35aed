import { useMemo } from 'react'
import type { RunDocument } from '@/api/contracts'
import { formatShare } from '@/lib/format/number'
import { backPressure } from '../back_pressure'
import { TraceCard } from '../trace_card'
import { metricOf, ValueCard, type MeasuredValue } from '../value_card'

const RATES: readonly (readonly [name: string, label: string, colour: string])[] = [
  ['sent_rate', 'sent', 'var(--node-1)'],
  ['received_rate', 'received, per receiver (mean)', 'var(--node-2)'],
  ['received_rate.least', 'received, slowest receiver', 'var(--node-3)'],
]

/** Of a run that switches: all its cycles together would be of neither transportation. */
const RATES_OF_EACH: typeof RATES = [
  ['sent_rate.best_effort', 'sent, best effort', 'var(--node-1)'],
  ['received_rate.best_effort', 'received per receiver, best effort', 'var(--node-2)'],
  ['sent_rate.reliable', 'sent, reliable', 'var(--node-3)'],
  ['received_rate.reliable', 'received per receiver, reliable', 'var(--node-4)'],
]

/** What the sender gave and what receivers took; what stands between them is back-pressure. */
export function ThroughputReport({ run }: { run: RunDocument }) {
  const switches = metricOf(run, 'switch_time') !== undefined
  const values = useMemo(
    () =>
      (switches ? RATES_OF_EACH : RATES).flatMap(([name, label, colour]): MeasuredValue[] => {
        const metric = metricOf(run, name)
        return metric === undefined ? [] : [{ metric, label, colour }]
      }),
    [run, switches],
  )
  const loss = metricOf(run, 'loss_share')
  const pressed = backPressure(run)
  return (
    <>
      <ValueCard
        run={run}
        title="Sent and received per second"
        subtitle={switches ? 'the median cycle of each transportation' : 'the median cycle'}
        file="throughput"
        values={values}
      >
        {loss === undefined || pressed === undefined
          ? undefined
          : `${loss.median === 0 ? 'Nothing was lost' : `${formatShare(loss.median)} were lost`}. ${pressed}`}
      </ValueCard>
      <TraceCard
        run={run}
        prefix="received_rate.federate"
        title="Received per second, by cycle"
        subtitle="each receiver, last repeat"
        file="cycles"
      />
    </>
  )
}
