import { useMemo } from 'react'
import type { RunDocument } from '@/api/contracts'
import { formatShare } from '@/lib/format/number'
import { backPressure } from '../back_pressure'
import { metricOf, ValueCard, type MeasuredValue } from '../value_card'
import { TraceCard } from '../trace_card'

/** Rates of senders and receivers, and round trips within the stream: by each federate, and as a trace. */
export function StreamReport({ run }: { run: RunDocument }) {
  const rates = useMemo(
    () => [
      ...one(run, 'sent_rate', 'sent, all senders', 'var(--node-2)'),
      ...one(run, 'received_rate', 'received, per receiver (mean)', 'var(--node-3)'),
      ...byFederate(run, 'received_rate.federate', 'received by federate'),
    ],
    [run],
  )
  const trips = useMemo(
    () => [
      ...one(run, 'round_trip.p50', 'median, all', 'var(--node-2)'),
      ...one(run, 'round_trip.p99', '99th percentile, all', 'var(--node-3)'),
      ...byFederate(run, 'round_trip.p50.federate', 'median, by federate'),
    ],
    [run],
  )
  return (
    <>
      <ValueCard
        run={run}
        title="Sent and received per second"
        subtitle="over the whole stream"
        file="rates"
        values={rates}
      >
        {lossNote(run)}
      </ValueCard>
      <ValueCard
        run={run}
        title="Round trips within the stream"
        subtitle="of updates that receivers returned at once; logarithmic"
        file="round-trips"
        values={trips}
        logarithmic
      />
      <TraceCard
        run={run}
        prefix="round_trip."
        title="Round trips over the stream"
        subtitle="each a returned update, by the federate that returned it"
        file="trace"
        logarithmic
      />
    </>
  )
}

/** What did not arrive, where some may be lost, and how often there was no room. */
function lossNote(run: RunDocument): string | undefined {
  const loss = metricOf(run, 'loss_share')
  const pressed = backPressure(run)
  return loss === undefined || loss.median === 0 ? pressed : `${formatShare(loss.median)} were lost. ${pressed ?? ''}`
}

function one(run: RunDocument, name: string, label: string, colour: string): MeasuredValue[] {
  const metric = metricOf(run, name)
  return metric === undefined ? [] : [{ metric, label, colour }]
}

/** Up to sixteen federates: more would be read nowhere. */
function byFederate(run: RunDocument, prefix: string, label: string): MeasuredValue[] {
  return run.metrics
    .filter(({ name }) => name.startsWith(prefix))
    .slice(0, 16)
    .map((metric) => ({ metric, label: `${label} ${metric.name.slice(prefix.length)}` }))
}
