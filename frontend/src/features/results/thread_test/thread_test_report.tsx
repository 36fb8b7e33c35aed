import { useMemo } from 'react'
import type { RunDocument } from '@/api/contracts'
import { plural } from '@/lib/format/number'
import { metricOf, ValueCard, type MeasuredValue } from '../value_card'
import { workloadOf } from '../workload_view'

/** The study's share of the ideal at 32 CPUs. */
const PUBLISHED_SHARE = 0.96

/** How near threads that only compute come to the ideal. */
export function ThreadTestReport({ run }: { run: RunDocument }) {
  const { num_cpus, num_threads } = workloadOf(run, 'thread_test')
  const ideal = Math.min(num_cpus, num_threads)
  const values = useMemo(() => {
    const speedup = metricOf(run, 'speedup')
    if (speedup === undefined) return []
    const marks = [
      { label: 'ideal', value: ideal, published: false },
      { label: `${PUBLISHED_SHARE * 100} % of it, at 32 CPUs`, value: ideal * PUBLISHED_SHARE, published: true },
    ]
    return [{ metric: speedup, label: 'threads', marks } satisfies MeasuredValue]
  }, [run, ideal])
  return (
    <ValueCard
      run={run}
      title="Speed-up"
      subtitle={`${plural(num_threads, 'thread')} on ${plural(num_cpus, 'CPU')}, against one thread`}
      file="speedup"
      values={values}
    />
  )
}
