import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { MetricTrend } from '@/api/contracts'
import { ChartCard } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { Notice } from '@/components/notice'
import { Time } from '@/components/time'
import { errorText } from '@/lib/error_text'
import { shortCommit } from '@/lib/format/commit'
import { formatQuantity } from '@/lib/format/unit'
import { hasInterval } from '@/lib/metric_words'
import { PlotlyChart } from '@/viz/plotly'
import { trendChart } from './trend_view'
import styles from './trends.module.css'

/** Each run with its interval, and where the metric changed. */
export function TrendCard({ trend, mark, now }: { trend: MetricTrend; mark: number | null; now: Date }) {
  const [failure, setFailure] = useState<string | null>(null)
  const data = useMemo(() => trendChart(trend, mark, now), [trend, mark, now])
  const { metric, points } = trend
  const figure = (value: unknown) => (value === null ? '–' : formatQuantity(Number(value), metric.unit))
  return (
    <ChartCard
      title={metric.title}
      subtitle="medians of runs; bars: 95 % interval from 5 repeats on, range of 2 to 4 repeats"
      file_name={`trend-${trend.entry.run}-${metric.name}`}
      table={() => ({
        columns: [
          {
            title: 'run',
            format: (run) => (
              <Link to="/runs/$id" params={{ id: String(run) }}>
                run {run}
              </Link>
            ),
          },
          { title: 'ended', format: (at) => <Time at={String(at)} /> },
          { title: 'commit', format: (commit) => shortCommit(String(commit)) },
          { title: 'median', unit: metric.unit, numeric: true, format: figure },
          { title: 'low', unit: metric.unit, numeric: true, format: figure },
          { title: 'high', unit: metric.unit, numeric: true, format: figure },
          { title: 'disturbed' },
          { title: 'machines' },
        ],
        rows: points.map((point) => [
          point.run,
          point.at,
          point.commit,
          point.metric.median,
          ...(hasInterval(point.metric) ? [point.metric.low, point.metric.high] : [null, null]),
          point.disturbed ? 'yes' : 'no',
          point.machines,
        ]),
      })}
    >
      {failure === null ? (
        <EngineView
          // What was zoomed on one axis is no part of another.
          key={trend.axis}
          className={styles['plot']}
          make={() => new PlotlyChart({}, (error) => setFailure(errorText(error).message))}
          data={data}
        />
      ) : (
        <Notice tone="bad" title="The chart could not be drawn">
          <p>{failure} The numbers are in the table.</p>
        </Notice>
      )}
    </ChartCard>
  )
}
