import { useMemo } from 'react'
import type { RunDocument } from '@/api/contracts'
import { ChartCard, Legend } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { nodeColour } from '@/components/node_dot'
import { StackedBars } from '@/viz/stacked_bars'
import { activityBars, activityTable, type ActivityRow } from '../results/activity_bars'
import type { RunReading } from '../results/workload_view'
import styles from './live.module.css'

/** Where a step's time goes, on each node. */
export function ActivityCard({ run, reading }: { run: RunDocument; reading: RunReading }) {
  const rows = useMemo<readonly ActivityRow[]>(
    () =>
      run.nodes.map((node) => ({
        key: String(node.index),
        label: node.name,
        colour: nodeColour(node.colour),
        activities:
          reading.nodes.get(node.index)?.activities.map(({ name, title, ns }) => ({ name, title, value: ns })) ?? [],
      })),
    [run.nodes, reading],
  )
  const bars = useMemo(() => activityBars('Where a step goes, by node', rows), [rows])
  return (
    <ChartCard
      title="Where a step goes"
      subtitle="mean per step, by node; last second"
      file_name={`run-${run.summary.number}-activities`}
      table={() => activityTable(bars)}
    >
      {run.nodes.length === 0 ? (
        <p className={styles['placeholder']}>The nodes are not chosen yet.</p>
      ) : (
        <EngineView make={() => new StackedBars()} data={bars} />
      )}
      <Legend entries={bars.rows.find((row) => row.segments.length > 0)?.segments ?? []} />
    </ChartCard>
  )
}
