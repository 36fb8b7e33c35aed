import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Comparison, RunDocument } from '@/api/contracts'
import { queries } from '@/api/queries'
import { ChartCard, Legend } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { StackedBars } from '@/viz/stacked_bars'
import { activityBars, activityTable, type ActivityRow } from '../results/activity_bars'
import { meanActivities } from '../results/node_activities'
import styles from './compare.module.css'
import { runColour } from './comparison_view'

/** Where a step went in each run, side by side, on one node of each; nothing if no run is of steps. */
export function ComparedActivities({ comparison }: { comparison: Comparison }) {
  const [index, setIndex] = useState(0)
  const documents = useQueries({
    queries: comparison.runs.map((run) => queries.run(run.summary.id)),
    combine: (results) => results.map((result) => result.data).filter((run) => run !== undefined),
  })
  const most_nodes = Math.max(1, ...documents.map((run) => run.nodes.length))
  const bars = useMemo(
    () => activityBars('Where a step went, by run', rowsOf(comparison, documents, index)),
    [comparison, documents, index],
  )
  if (documents.every((run) => meanActivities(run, 0).length === 0)) return null
  return (
    <ChartCard
      title="Where the step went"
      subtitle={index === 0 ? 'on the master, mean per step' : 'mean per step'}
      file_name="comparison-activities"
      table={() => activityTable(bars)}
      controls={
        most_nodes > 1 ? (
          <label>
            <span className="unseen">Node</span>
            <select
              className={styles['select']}
              value={index}
              onChange={(event) => setIndex(Number(event.target.value))}
            >
              {Array.from({ length: most_nodes }, (_, at) => (
                <option key={at} value={at}>
                  {at === 0 ? 'master' : `slave ${at}`}
                </option>
              ))}
            </select>
          </label>
        ) : undefined
      }
    >
      <EngineView make={() => new StackedBars()} data={bars} />
      <Legend entries={bars.rows.find((row) => row.segments.length > 0)?.segments ?? []} />
    </ChartCard>
  )
}

function rowsOf(comparison: Comparison, documents: readonly RunDocument[], index: number): ActivityRow[] {
  return comparison.runs.map((run) => {
    const document = documents.find((one) => one.summary.id === run.summary.id)
    return {
      key: run.summary.id,
      // The number first: labels are cut at their end.
      label: `run ${run.summary.number}: ${run.label}`,
      colour: runColour(comparison, run.summary.id),
      activities: document === undefined ? [] : meanActivities(document, index),
    }
  })
}
