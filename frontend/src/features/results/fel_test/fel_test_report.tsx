import { useMemo } from 'react'
import type { RunDocument } from '@/api/contracts'
import { formatShare, plural } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { metricOf, ValueCard, type MeasuredValue } from '../value_card'
import { workloadOf } from '../workload_view'

/** The speed-up of the threads, compared with what the list's manager leaves room for. */
export function FelTestReport({ run }: { run: RunDocument }) {
  const { num_cpus, num_srcs } = workloadOf(run, 'fel_test')
  const ideal = Math.min(num_cpus, num_srcs)
  const amdahl = metricOf(run, 'amdahl_speedup')
  const bound = metricOf(run, 'manager_bound')
  const speedup = useMemo(() => {
    const measured = metricOf(run, 'speedup')
    if (measured === undefined) return []
    const marks = [
      { label: 'ideal', value: ideal, published: false },
      ...(amdahl === undefined
        ? []
        : [{ label: 'by Amdahl’s law', value: amdahl.median, published: false, colour: 'var(--node-2)' }]),
      // Where the manager leaves room for all CPUs, its bound is the ideal.
      ...(bound === undefined || bound.median >= ideal
        ? []
        : [{ label: 'most by the manager', value: bound.median, published: false, colour: 'var(--node-3)' }]),
    ]
    return [{ metric: measured, label: 'threads', marks } satisfies MeasuredValue]
  }, [run, ideal, amdahl, bound])
  const manager = metricOf(run, 'manager_time')
  const serial = metricOf(run, 'serial_fraction')
  return (
    <ValueCard
      run={run}
      title="Speed-up"
      subtitle={`${plural(2 * num_srcs, 'thread')} and the list’s manager on ${plural(num_cpus, 'CPU')}, against one thread`}
      file="speedup"
      values={speedup}
    >
      {manager === undefined || serial === undefined
        ? null
        : `The manager of the list works ${formatQuantity(manager.median, manager.unit)} for each event: ${formatShare(
            serial.median,
          )} of all work, which no second CPU can share. The study’s best was 5, on 12 to 14 CPUs.`}
    </ValueCard>
  )
}
