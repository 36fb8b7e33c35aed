import { useMemo } from 'react'
import type { RepeatView, RunDocument } from '@/api/contracts'
import { ChartCard, Legend } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { nodeColour } from '@/components/node_dot'
import { StackedBars } from '@/viz/stacked_bars'
import { activityBars, activityTable, type ActivityRow } from '../results/activity_bars'
import { nodeActivities, repeatsWithActivities } from '../results/node_activities'
import { RepeatChoice, useShownRepeat } from './shown_repeat'

const IDLE = 'Idle is the rest: waiting for messages or for a CPU.'

/** Where a step went on each node, in one repeat. */
export function ActivitiesReport({ run }: { run: RunDocument }) {
  const measured = repeatsWithActivities(run)
  const repeat = useShownRepeat(run, measured)
  if (repeat === undefined) return null
  return (
    <ChartCard
      title="Where a step went"
      subtitle={`mean per step, by node. ${IDLE}`}
      file_name={`run-${run.summary.number}-activities-repeat-${repeat.repeat + 1}`}
      table={() => activityTable(activityBars('', rowsOf(run, repeat)))}
      tools={<RepeatChoice run={run} repeats={measured} shown={repeat} />}
    >
      <Bars run={run} repeat={repeat} />
    </ChartCard>
  )
}

function Bars({ run, repeat }: { run: RunDocument; repeat: RepeatView }) {
  const bars = useMemo(() => activityBars('Where a step went, by node', rowsOf(run, repeat)), [run, repeat])
  return (
    <>
      <EngineView make={() => new StackedBars()} data={bars} />
      <Legend entries={bars.rows[0]?.segments ?? []} />
    </>
  )
}

function rowsOf(run: RunDocument, repeat: RepeatView): ActivityRow[] {
  return repeat.nodes.map((node) => {
    const placed = run.nodes.find((one) => one.index === node.node_index)
    return {
      key: String(node.node_index),
      label: placed?.name ?? `node ${node.node_index}`,
      ...(placed === undefined ? {} : { colour: nodeColour(placed.colour) }),
      activities: nodeActivities(node),
    }
  })
}
