import { useMemo, useState } from 'react'
import type { RepeatView, RunDocument } from '@/api/contracts'
import { ChartCard, Legend } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { nodeColour } from '@/components/node_dot'
import { StackedBars } from '@/viz/stacked_bars'
import { activityBars, activityTable, type ActivityRow } from '../results/activity_bars'
import { nodeActivities } from '../results/node_activities'
import styles from './run.module.css'

const IDLE = 'Idle is the rest: waiting for messages or for a CPU.'

/** Where a step went on each node, in one repeat: first in the one whose step is the median. */
export function ActivitiesReport({ run }: { run: RunDocument }) {
  const measured = run.repeats.filter((repeat) => repeat.nodes.some((node) => nodeActivities(node).length > 0))
  const [chosen, setChosen] = useState<number | null>(null)
  const middle = middleOf(measured)
  const repeat = measured.find((one) => one.repeat === chosen) ?? middle
  if (repeat === undefined) return null
  const which = measured.length > 1 && repeat === middle ? '; this repeat has the median step' : ''
  return (
    <ChartCard
      title="Where a step went"
      subtitle={`mean per step, by node${which}. ${IDLE}`}
      file_name={`run-${run.summary.number}-activities-repeat-${repeat.repeat + 1}`}
      table={() => activityTable(activityBars('', rowsOf(run, repeat)))}
      tools={
        measured.length > 1 ? (
          <label>
            <span className="unseen">Repeat</span>
            <select
              className={styles['select']}
              value={repeat.repeat}
              onChange={(event) => setChosen(Number(event.target.value))}
            >
              {measured.map((one) => (
                <option key={one.repeat} value={one.repeat}>
                  repeat {one.repeat + 1}
                </option>
              ))}
            </select>
          </label>
        ) : null
      }
    >
      <Bars run={run} repeat={repeat} />
    </ChartCard>
  )
}

/** The repeat whose step is the median; of two in the middle the shorter. */
function middleOf(measured: readonly RepeatView[]): RepeatView | undefined {
  const step = ({ nodes }: RepeatView) =>
    Math.max(...nodes.map((node) => nodeActivities(node).reduce((sum, { value }) => sum + value, 0)))
  return measured.toSorted((one, other) => step(one) - step(other))[Math.floor((measured.length - 1) / 2)]
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
