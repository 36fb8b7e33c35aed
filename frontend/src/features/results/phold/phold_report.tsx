import { useMemo } from 'react'
import type { RunDocument } from '@/api/contracts'
import { formatNumber, formatShare, plural } from '@/lib/format/number'
import { termLabel } from '@/lib/terms'
import { metricOf, ValueCard, type MeasuredValue } from '../value_card'
import { workloadOf } from '../workload_view'

/** The engine beside the sequential one, which executed the same events in the same repeats. */
export function PholdReport({ run }: { run: RunDocument }) {
  const load = workloadOf(run, 'phold')
  const values = useMemo(() => {
    const own = metricOf(run, 'events_per_second')
    const sequential = metricOf(run, 'sequential.events_per_second')
    const threads = load.engine === 'sequential' ? '' : `, ${plural(load.workers, 'worker')}`
    return [
      ...(own === undefined ? [] : [{ metric: own, label: `${termLabel(load.engine)}${threads}` }]),
      ...(sequential === undefined ? [] : [{ metric: sequential, label: 'sequential', colour: 'var(--node-8)' }]),
    ] satisfies MeasuredValue[]
  }, [run, load])
  return (
    <ValueCard
      run={run}
      title="Events per second"
      subtitle="the engine, and the oracle on the same events"
      file="events"
      values={values}
    >
      {windowsText(run)}
    </ValueCard>
  )
}

/** What the parallel engine made of the load. */
function windowsText(run: RunDocument): string | undefined {
  const windows = metricOf(run, 'windows')
  const in_window = metricOf(run, 'events_per_window')
  const parallel = metricOf(run, 'parallel_share')
  if (windows === undefined || in_window === undefined || parallel === undefined) return undefined
  if (windows.median === 0) return 'No window was large enough to be worth several threads: one executed all events.'
  const manager = metricOf(run, 'manager_share')
  const busy = manager === undefined ? '' : ` The manager of the list works ${formatShare(manager.median)} of the time.`
  return `${formatNumber(windows.median)} windows of ${formatNumber(in_window.median)} events; ${formatShare(
    parallel.median,
  )} of all events were executed in them.${busy}`
}
