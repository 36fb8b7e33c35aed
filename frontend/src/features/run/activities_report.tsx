import { useMemo } from 'react'
import type { RepeatView, RunDocument } from '@/api/contracts'
import { ChartCard, Legend } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { HelpLink } from '@/components/help_link'
import { nodeColour } from '@/components/node_dot'
import { HELP } from '@/lib/help'
import { StackedBars } from '@/viz/stacked_bars'
import { activityBars, activityTable, type ActivityRow } from '../results/activity_bars'
import { IDLE, idleSentence, isIdle } from '../results/idle_words'
import { nodeActivities, repeatsWithActivities } from '../results/node_activities'
import styles from './run.module.css'
import { RepeatChoice, useShownRepeat } from './shown_repeat'

/** More sentences than this are not read. */
const MOST_NODES = 8

/** Where a step went on each node, in one repeat. */
export function ActivitiesReport({ run }: { run: RunDocument }) {
  const measured = repeatsWithActivities(run)
  const repeat = useShownRepeat(run, measured)
  if (repeat === undefined) return null
  return (
    <ChartCard
      title="Where a step went"
      subtitle="mean per step, by node"
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
      <IdleNote run={run} repeat={repeat} />
    </>
  )
}

/** What the idle time was, node by node; nothing for workloads without idle time. */
function IdleNote({ run, repeat }: { run: RunDocument; repeat: RepeatView }) {
  const nodes = repeat.nodes.filter((node) => nodeActivities(node).some(({ name, value }) => isIdle(name) && value > 0))
  if (nodes.length === 0) return null
  return (
    <div className={styles['idle']}>
      <p>{IDLE} What the agents saw:</p>
      <ul>
        {nodes.slice(0, MOST_NODES).map((node) => (
          <li key={node.node_index}>{idleSentence(nodeName(run, node.node_index), node)}</li>
        ))}
      </ul>
      <HelpLink help={HELP.idle}>How to tell them apart</HelpLink>
    </div>
  )
}

function nodeName(run: RunDocument, index: number): string {
  return run.nodes.find((one) => one.index === index)?.name ?? `node ${index}`
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
