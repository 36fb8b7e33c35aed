import { useState } from 'react'
import type { RunDocument, SummaryMetric } from '@/api/contracts'
import { Button } from '@/components/button'
import { ChartCard, type ChartTable } from '@/components/chart_card'
import { plural } from '@/lib/format/number'
import { formatInterval, formatQuantity } from '@/lib/format/unit'
import layout from '../results/layout.module.css'
import { isOfReceiver } from '../results/receivers'
import { workloadView } from '../results/registry'
import { intervalName, metricScale, modesOverTime, modesText } from '@/lib/metric_words'
import { RepeatDots } from '../results/repeat_dots'
import { TableRegion } from '../results/table_region'
import { chooseMetrics } from './choose_metrics'

const BETTER = { lower: 'lower is better', higher: 'higher is better', neither: '' } as const

/** So many are seen at first where a workload measures more than half as many again. */
const SEEN_FIRST = 24

/** The metrics of a run, with every repeat behind the median; the leading ones first. Single receivers have their own card. */
export function MetricsCard({ run }: { run: RunDocument }) {
  const [all, setAll] = useState(false)
  const listed = run.metrics.filter((metric) => !isOfReceiver(metric))
  const ordered = chooseMetrics(listed, workloadView(run).leading_metrics, listed.length)
  const seen = all || ordered.length <= 1.5 * SEEN_FIRST ? ordered : ordered.slice(0, SEEN_FIRST)
  const repeats = Math.max(0, ...run.metrics.map((metric) => metric.values.length))
  const certain = run.metrics.some((metric) => metric.interval === 'confidence')
  return (
    <ChartCard
      title="Metrics"
      subtitle={
        certain
          ? `${plural(repeats, 'repeat')}, median and its 95 % interval`
          : `${plural(repeats, 'repeat')}, median and range; five or more repeats give a 95 % interval`
      }
      file_name={`run-${run.summary.number}-metrics`}
      pictures={[]}
      table={() => metricsTable(run.metrics, repeats)}
    >
      {run.metrics.length === 0 ? (
        <p className={layout['note']}>No repeat was finished, so nothing was measured completely.</p>
      ) : (
        <>
          {run.window_modes.map(({ series, sentence }) => (
            <p key={series} className={layout['note']}>
              {sentence}
            </p>
          ))}
          <TableRegion label="Metrics">
            <table className={layout['table']}>
              <thead>
                <tr>
                  <th scope="col">metric</th>
                  <th scope="col">median</th>
                  <th scope="col">{certain ? '95 % interval' : 'range'}</th>
                  <th scope="col">every repeat</th>
                </tr>
              </thead>
              <tbody>
                {seen.map((metric) => (
                  <MetricRow key={metric.name} metric={metric} over_time={modesOverTime(metric, run.window_modes)} />
                ))}
              </tbody>
            </table>
          </TableRegion>
          {seen.length === ordered.length ? null : (
            <Button small variant="quiet" onClick={() => setAll(true)}>
              All {ordered.length} metrics
            </Button>
          )}
        </>
      )}
    </ChartCard>
  )
}

/** `over_time`: both figures if the windows of most repeats fall in two modes, which no middle value represents. */
function MetricRow({ metric, over_time }: { metric: SummaryMetric; over_time: string | null }) {
  const scale = metricScale(metric)
  const found = modesText(metric)
  const modes = found === null ? over_time && `two modes ${over_time}` : `two modes: ${found}`
  return (
    <tr>
      <th scope="row" title={BETTER[metric.better]}>
        {metric.title}
      </th>
      {modes === null ? (
        <>
          <td>
            <strong>{formatQuantity(metric.median, metric.unit, scale)}</strong>
          </td>
          <td title={intervalName(metric)}>
            {metric.values.length < 2 ? '–' : formatInterval(metric.low, metric.high, metric.unit, scale)}
          </td>
        </>
      ) : (
        <td colSpan={2}>{modes}</td>
      )}
      <td style={{ width: 180 }}>
        <RepeatDots metric={metric} />
      </td>
    </tr>
  )
}

function metricsTable(metrics: readonly SummaryMetric[], repeats: number): ChartTable {
  return {
    columns: [
      { title: 'metric' },
      { title: 'name' },
      { title: 'unit' },
      { title: 'median', numeric: true },
      { title: 'low', numeric: true },
      { title: 'high', numeric: true },
      ...Array.from({ length: repeats }, (_, repeat) => ({ title: `repeat ${repeat + 1}`, numeric: true })),
    ],
    rows: metrics.map((metric) => [
      metric.title,
      metric.name,
      metric.unit,
      metric.median,
      metric.low,
      metric.high,
      ...Array.from({ length: repeats }, (_, repeat) => metric.values[repeat] ?? null),
    ]),
  }
}
