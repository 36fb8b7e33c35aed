import { useQueries } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import type { GroupDocument, TracesChart } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Legend } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { ErrorNotice } from '@/components/notice'
import { XyChart } from '@/viz/xy_chart'
import { lastTraces, traceChart, traceTable } from '../results/trace_chart'
import { ChartFrame } from './chart_frame'
import styles from './groups.module.css'
import { cellName, cellsOf, varyingAxes } from './group_values'
import { conditionOf, fits } from './published_curves'

/** Most cells of which the traces are drawn: each is a run to fetch. */
const PANELS = 12

interface TracesCardProps {
  group: GroupDocument
  chart: TracesChart
  controls?: ReactNode
}

/** What happened within runs: a panel with the traces of each measured cell. */
export function TracesCard({ group, chart, controls }: TracesCardProps) {
  const cells = useMemo(() => {
    const where = chart.where.map(conditionOf)
    return cellsOf(group, chart.items)
      .filter((cell) => cell.metrics.length > 0 && fits(group, cell, where))
      .slice(0, PANELS)
  }, [group, chart])
  const axes = varyingAxes(group, cells)
  const runs = useQueries({ queries: cells.map((cell) => queries.run(cell.run.id)) })
  const panels = cells.flatMap((cell, at) => {
    const run = runs[at]?.data
    const title = cellName(group, cell, axes)
    const traces = run === undefined ? [] : lastTraces(run, chart.trace)
    const data = traceChart(`${chart.title}, ${title}`, traces, chart.log_y)
    return data === null ? [] : [{ key: cell.run.id, title, data, traces }]
  })
  const failed = runs.find((run) => run.error !== null)
  return (
    <ChartFrame
      group={group}
      chart={chart}
      controls={controls}
      table={() => {
        const named = panels.flatMap(({ title, traces }) =>
          traces.map((trace) => ({ ...trace, title: `${title}, ${trace.title}` })),
        )
        return traceTable(named)
      }}
    >
      {failed === undefined ? null : (
        <ErrorNotice title="Traces unavailable" error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {panels.length > 0 ? (
        <>
          <div className={panels.length > 1 ? styles['panels'] : undefined}>
            {panels.map(({ key, title, data }) => (
              <figure key={key} className={styles['panel']}>
                <figcaption>{title}</figcaption>
                <EngineView title={title} make={() => new XyChart()} data={data} />
              </figure>
            ))}
          </div>
          <Legend entries={panels[0]?.data.series ?? []} />
        </>
      ) : failed === undefined ? (
        <p className={styles['nothing']}>
          {runs.some((run) => run.isPending) ? 'Loading…' : 'Nothing of this has been measured yet.'}
        </p>
      ) : null}
    </ChartFrame>
  )
}
