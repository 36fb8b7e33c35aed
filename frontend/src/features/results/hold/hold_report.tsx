import type { RunDocument } from '@/api/contracts'
import { formatCount } from '@/lib/format/number'
import { ValueCard, type MeasuredValue } from '../value_card'
import { workloadOf } from '../workload_view'

const PREFIXES = { hold: 'Hold operation, ', fill: 'Filling an event in, ' } as const

function structures(run: RunDocument, what: keyof typeof PREFIXES): MeasuredValue[] {
  return run.metrics
    .filter((metric) => metric.name.startsWith(`${what}.`))
    .map((metric) => ({
      metric,
      label: metric.title.replace(PREFIXES[what], ''),
      colour: what === 'hold' ? 'var(--node-1)' : 'var(--node-3)',
    }))
}

/** What each structure costs: taking the first event out and putting it back, and being filled. */
export function HoldReport({ run }: { run: RunDocument }) {
  const { population } = workloadOf(run, 'hold')
  const held = structures(run, 'hold')
  const filled = structures(run, 'fill')
  return (
    <>
      <ValueCard
        run={run}
        title="Hold operation"
        subtitle={`first event out, back in later; ${formatCount(population)} events`}
        file="hold"
        values={held}
      />
      <ValueCard run={run} title="Filling" subtitle="each event in, from empty" file="fill" values={filled} />
    </>
  )
}
