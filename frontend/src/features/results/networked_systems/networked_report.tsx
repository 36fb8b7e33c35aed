import { useMemo } from 'react'
import type { RunDocument } from '@/api/contracts'
import { formatQuantity } from '@/lib/format/unit'
import type { ValueMark } from '@/viz/value_bars'
import { metricOf, ValueCard, type MeasuredValue } from '../value_card'
import { workloadOf } from '../workload_view'
import { errorMarks, levelLanes } from './figures'

/** How far shadows were off, and what each level of the hierarchy carried. */
export function NetworkedReport({ run }: { run: RunDocument }) {
  const workload = workloadOf(run, 'networked_systems')
  const errors = useMemo(() => {
    const marks: readonly ValueMark[] = errorMarks(run)
    return ['error.mean', 'error.p99', 'error.max'].flatMap((name): MeasuredValue[] => {
      const metric = metricOf(run, name)
      return metric === undefined ? [] : [{ metric, label: metric.title.replace('Error seen, ', ''), marks }]
    })
  }, [run])
  const levels = useMemo(
    () =>
      levelLanes(run.metrics).map(({ metric, level, up }): MeasuredValue => ({
        metric,
        label: `level ${level}, ${up ? 'up' : 'down'}`,
        colour: up ? 'var(--node-1)' : 'var(--node-3)',
      })),
    [run.metrics],
  )
  return (
    <>
      <ValueCard
        run={run}
        title="Error seen"
        subtitle="between a user and its shadow in another system, after each step"
        file="error-seen"
        values={errors}
        logarithmic
      >
        {wayText(run)}
      </ValueCard>
      <ValueCard
        run={run}
        title="Messages of a link"
        subtitle={`a simulated second, by level of the hierarchy, mean over the links of a level; ${workload.delivery}`}
        file="messages-by-level"
        values={levels}
      >
        Level 1 is next to the top. Up a link go the updates of all users below it.
      </ValueCard>
    </>
  )
}

/** How long updates were on their way. */
function wayText(run: RunDocument): string | undefined {
  const mean = metricOf(run, 'way.mean')
  const longest = metricOf(run, 'way.max')
  if (mean === undefined || longest === undefined) return undefined
  return `An update was on its way for ${formatQuantity(mean.median, 'ns')} on average, at most ${formatQuantity(
    longest.median,
    'ns',
  )}, in simulated time. No error may pass the bound that threshold and way allow.`
}
