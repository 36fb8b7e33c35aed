import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RunDocument } from '@/api/contracts'
import { queries } from '@/api/queries'
import { formatNumber } from '@/lib/format/number'
import { metricOf, ValueCard, type MeasuredValue } from '../value_card'
import { workloadOf } from '../workload_view'
import { publishedRoundTrips } from './published'

const DELAYS = [
  'delay.prepare',
  'delay.send',
  'delay.way',
  'delay.receive',
  'delay.queue',
  'delay.prepare_return',
  'delay.send_return',
  'delay.store',
]

/** Round trips beside the bare channel and the published ones, and what a round trip consists of. */
export function RoundTripReport({ run }: { run: RunDocument }) {
  const reference = useQuery(queries.reference())
  const load = workloadOf(run, 'rti_latency')
  const tables = reference.data?.items
  const trips = useMemo(() => {
    const colour = 'var(--node-8)'
    const marks = publishedRoundTrips(tables ?? [], load)
    return [
      ...measured(run, 'round_trip.p50', { label: 'median', marks }),
      ...measured(run, 'round_trip.mean', { label: 'mean' }),
      ...measured(run, 'round_trip.p99', { label: '99th percentile' }),
      ...measured(run, 'raw_round_trip.p50', { label: 'bare channel, median', colour }),
    ]
  }, [run, tables, load])
  const delays = useMemo(() => DELAYS.flatMap((name) => measured(run, name)), [run])
  const over = metricOf(run, 'over_raw')
  return (
    <>
      <ValueCard
        run={run}
        title="Round trips"
        subtitle="beside the bare channel, and Table 2 of the RTI benchmark; logarithmic"
        file="round-trips"
        values={trips}
        logarithmic
      >
        {over === undefined
          ? 'Both federates are in one thread: there is no channel between them.'
          : `The median is ${formatNumber(over.median, 3)} times that of the bare channel.`}
      </ValueCard>
      <ValueCard
        run={run}
        title="What a round trip consists of"
        subtitle="means; d1 to d14 as the study names them"
        file="delays"
        values={delays}
        logarithmic
      >
        The way is what neither federate spends in its own code or in a call of the RTI.
      </ValueCard>
    </>
  )
}

function measured(run: RunDocument, name: string, more: Partial<MeasuredValue> = {}): MeasuredValue[] {
  const metric = metricOf(run, name)
  return metric === undefined ? [] : [{ metric, label: metric.title, ...more }]
}
