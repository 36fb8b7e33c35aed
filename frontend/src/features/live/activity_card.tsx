import { useMemo, useState } from 'react'
import type { RunDocument, RunNode } from '@/api/contracts'
import { Button } from '@/components/button'
import { ChartCard, Legend } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { nodeColour } from '@/components/node_dot'
import { StackedBars } from '@/viz/stacked_bars'
import { activityBars, activityTable, type ActivityRow } from '../results/activity_bars'
import { IDLE, isIdle } from '../results/idle_words'
import layout from '../results/layout.module.css'
import { busyNs } from '../results/readings'
import type { RunReading } from '../results/workload_view'
import styles from './live.module.css'

/** More rows than this are not read while they move. */
const ROWS_MAX = 16

/** Where a step's time goes, on each node; of many nodes, on those that wait least for others. */
export function ActivityCard({ run, reading }: { run: RunDocument; reading: RunReading }) {
  const [all, setAll] = useState(false)
  const many = run.nodes.length > ROWS_MAX
  const rows = useMemo<readonly ActivityRow[]>(
    () =>
      chosenNodes(run, reading, all).map((node) => ({
        key: String(node.index),
        label: node.name,
        colour: nodeColour(node.colour),
        activities:
          reading.nodes.get(node.index)?.activities.map(({ name, title, ns }) => ({ name, title, value: ns })) ?? [],
      })),
    [run, reading, all],
  )
  const bars = useMemo(() => activityBars('Where a step goes, by node', rows), [rows])
  return (
    <ChartCard
      title="Where a step goes"
      subtitle={`mean per step, ${many && !all ? `the ${ROWS_MAX} busiest nodes` : 'by node'}; last second`}
      file_name={`run-${run.summary.number}-activities`}
      table={() => activityTable(bars)}
      tools={
        many ? (
          <Button small variant="quiet" onClick={() => setAll((now) => !now)}>
            {all ? `Busiest ${ROWS_MAX}` : `All ${run.nodes.length}`}
          </Button>
        ) : null
      }
    >
      {run.nodes.length === 0 ? (
        <p className={styles['placeholder']}>The nodes are not chosen yet.</p>
      ) : (
        <EngineView make={() => new StackedBars()} data={bars} />
      )}
      <Legend entries={bars.rows.find((row) => row.segments.length > 0)?.segments ?? []} />
      {rows.some(({ activities }) => activities.some(({ name }) => isIdle(name))) ? (
        <p className={layout['note']}>{IDLE} The page says more once the repeat has ended.</p>
      ) : null}
    </ChartCard>
  )
}

function chosenNodes(run: RunDocument, reading: RunReading, all: boolean): readonly RunNode[] {
  if (all || run.nodes.length <= ROWS_MAX) return run.nodes
  const busy = (node: RunNode) => {
    const own = reading.nodes.get(node.index)
    return own === undefined ? 0 : busyNs(own)
  }
  return run.nodes
    .toSorted((a, b) => busy(b) - busy(a))
    .slice(0, ROWS_MAX)
    .sort((a, b) => a.index - b.index)
}
