import { useMemo } from 'react'
import type { RunDocument } from '@/api/contracts'
import { formatShare } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { metricOf, ValueCard, type MeasuredValue } from '../value_card'

type Line = readonly [name: string, label: string, colour: string]

const SCORES: readonly Line[] = [
  ['score', 'score', 'var(--node-2)'],
  ['score.rate', 'rates: sent in time', 'var(--node-1)'],
  ['score.delivery', 'delivery: arrived', 'var(--node-1)'],
  ['score.latency', 'latency: at most 300 ms', 'var(--node-1)'],
  ['score.joins', 'joins: at most 1 s', 'var(--node-1)'],
]
const RATES: readonly Line[] = [
  ['offered_rate', 'updates due', 'var(--node-3)'],
  ['sent_rate', 'updates sent', 'var(--node-1)'],
  ['delivered_rate', 'messages delivered', 'var(--node-2)'],
]
const TIMES: readonly Line[] = ['latency', 'join_latency'].flatMap((of, at): Line[] =>
  (
    [
      ['p50', 'median'],
      ['p90', '90th percentile'],
      ['p99', '99th percentile'],
      ['max', 'longest'],
    ] as const
  ).map(([which, label]): Line => [
    `${of}.${which}`,
    `${of === 'latency' ? 'delivery' : 'joining'}, ${label}`,
    `var(--node-${at + 1})`,
  ]),
)

/** The score and what it is made of, what was offered and delivered, and how long messages and joins took. */
export function MixReport({ run }: { run: RunDocument }) {
  const [scores, rates, times] = useMemo(() => [SCORES, RATES, TIMES].map((lines) => measured(run, lines)), [run])
  const squelched = metricOf(run, 'squelched_share')
  const missed = metricOf(run, 'missed_share')
  const lost = metricOf(run, 'loss_share')
  const clocks = metricOf(run, 'clock_uncertainty')
  return (
    <>
      <ValueCard
        run={run}
        title="Score"
        subtitle="geometric mean of its parts, each of 100 points"
        file="score"
        values={scores ?? []}
      >
        A part is the share that the RTI carried as the mix asks; 100 points: all of it.
      </ValueCard>
      <ValueCard
        run={run}
        title="Offered and delivered per second"
        subtitle="over the whole federation"
        file="rates"
        values={rates ?? []}
      >
        {squelched === undefined || missed === undefined
          ? undefined
          : `Groups spared ${formatShare(squelched.median)} of the copies to other federates. ` +
            `${formatShare(missed.median)} of the updates missed their time.` +
            (lost === undefined ? '' : ` ${formatShare(lost.median)} of the messages of kept groups were lost.`)}
      </ValueCard>
      <ValueCard
        run={run}
        title="How long messages and joins took"
        subtitle="to delivery; from joining a group to its first message; logarithmic"
        file="times"
        values={times ?? []}
        logarithmic
      >
        {clocks === undefined
          ? undefined
          : `The nodes' clocks are compared while the mix runs; each is known within ${formatQuantity(clocks.median, 'ns')}.`}
      </ValueCard>
    </>
  )
}

function measured(run: RunDocument, lines: readonly Line[]): MeasuredValue[] {
  return lines.flatMap(([name, label, colour]) => {
    const metric = metricOf(run, name)
    return metric === undefined ? [] : [{ metric, label, colour }]
  })
}
