import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Comparison, RunDocument } from '@/api/contracts'
import { queries } from '@/api/queries'
import { ChartCard, Legend } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { StackedBars } from '@/viz/stacked_bars'
import { activityBars, activityTable, type ActivityRow } from '../results/activity_bars'
import { medianRepeat } from '../results/median_repeat'
import { nodeActivities, repeatsWithActivities } from '../results/node_activities'
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
  if (documents.every((run) => repeatsWithActivities(run).length === 0)) return null
  return (
    <ChartCard
      title="Where a step went"
      subtitle={`${index === 0 ? 'on the master, mean' : 'mean'} per step in the median repeat of each run`}
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

/** Of the repeat that the page of the run shows too: activities add up to its step time. */
function shownActivities(run: RunDocument, index: number): ActivityRow['activities'] {
  const repeat = medianRepeat(run, repeatsWithActivities(run))
  const node = repeat?.nodes.find((one) => one.node_index === index)
  return node === undefined ? [] : nodeActivities(node)
}

function rowsOf(comparison: Comparison, documents: readonly RunDocument[], index: number): ActivityRow[] {
  return comparison.runs.map((run) => {
    const document = documents.find((one) => one.summary.id === run.summary.id)
    return {
      key: run.summary.id,
      // The number first: labels are cut at their end.
      label: `run ${run.summary.number}: ${run.label}`,
      colour: runColour(comparison, run.summary.id),
      activities: document === undefined ? [] : shownActivities(document, index),
    }
  })
}
