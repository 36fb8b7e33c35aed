/** What the page draws and says of a trend. Pure. */
import type { Conclusion, MetricTrend, TrendChange, TrendPoint } from '@/api/contracts'
import type { Tone } from '@/components/chip'
import { shortCommit } from '@/lib/format/commit'
import { formatInstant } from '@/lib/format/time'
import { commonScale, formatQuantity } from '@/lib/format/unit'
import { hasInterval, intervalText, modesText } from '@/lib/metric_words'
import { verdictText } from '@/lib/verdict_text'
import type { PlotlyData, PlotlyTrace } from '@/viz/plotly'
import { alongAxis, edgeBefore, type Along } from './trend_axis'

const CHANGE_COLOURS: Partial<Record<TrendChange['verdict'], string>> = { better: '--good', worse: '--bad' }

/** A change in words: it has a direction only where less or more of the metric is better. */
export function changeText(change: TrendChange): { readonly text: string; readonly tone: Tone } {
  return change.verdict === 'better' || change.verdict === 'worse'
    ? verdictText[change.verdict]
    : { text: 'changed', tone: 'plain' }
}

export function shapeText(trend: MetricTrend): { readonly text: string; readonly tone: Tone } {
  const newest = trend.changes.at(-1)
  if (newest !== undefined) return changeText(newest)
  if (trend.shape === 'too_few') return { text: 'not enough data', tone: 'dashed' }
  return { text: trend.shape === 'drift' ? 'drift' : 'no change found', tone: 'plain' }
}

/** The console's conclusion, with the times beside the newest change in the viewer's zone. */
export function trendConclusion(trend: MetricTrend, now: Date): Conclusion {
  const newest = trend.changes.at(-1)
  const [before, after] = newest === undefined ? [] : besideChange(trend, newest)
  if (before === undefined || after === undefined) return trend.conclusion
  const said = (point: TrendPoint) => `run ${point.run}, ${formatInstant(point.at, now)}`
  const ended =
    trend.axis === 'commits'
      ? `Commit ${shortCommit(after.commit)} ran first as ${said(after)}.`
      : `The change lies between ${said(before)}, and ${said(after)}.`
  return { ...trend.conclusion, findings: [ended, ...trend.conclusion.findings] }
}

/** The last run before a change and the first run after it. */
export function besideChange(trend: MetricTrend, change: TrendChange): readonly TrendPoint[] {
  const at = trend.points.findIndex((point) => point.run_id === change.run_id)
  return at < 1 ? [] : trend.points.slice(at - 1, at + 1)
}

/** `mark`: number of a run. */
export function trendChart(trend: MetricTrend, mark: number | null, now: Date): PlotlyData {
  const { points, metric } = trend
  const scale = commonScale(
    metric.unit,
    points.map((point) => point.metric.median),
  )
  const along = alongAxis(trend, now)
  const places = points.map((point, at) => ({ point, at: along.places[at] ?? 0 }))
  const scaled = (value: number) => value * scale.factor
  const pointTrace = (
    name: string,
    colour: string,
    symbol: 'circle' | 'circle-open' | 'diamond',
    shown: readonly { readonly point: TrendPoint; readonly at: number }[],
  ): PlotlyTrace[] =>
    shown.length === 0
      ? []
      : [
          {
            name,
            colour,
            points: true,
            symbol,
            x: shown.map(({ at }) => at),
            y: shown.map(({ point }) => scaled(point.metric.median)),
            interval: {
              low: shown.map(({ point: { metric } }) => (hasInterval(metric) ? scaled(metric.low) : null)),
              high: shown.map(({ point: { metric } }) => (hasInterval(metric) ? scaled(metric.high) : null)),
            },
            text: shown.map(({ point }) => pointText(point, now)),
            hover: '%{text}<extra></extra>',
          },
        ]
  const isMarked = (point: TrendPoint) => point.run === mark
  return {
    x_title: along.title,
    y_title: scale.unit,
    x_range: null,
    whole: along.whole,
    y_max: null,
    height: 360,
    close_up: true,
    nearest: true,
    revision: points.length,
    ticks: along.ticks,
    marks: trend.changes.flatMap((change) => {
      const at = points.findIndex((point) => point.run_id === change.run_id)
      const text = trend.axis === 'commits' ? `from ${shortCommit(change.commit)}` : `from run ${change.run}`
      const colour = CHANGE_COLOURS[change.verdict] ?? '--ink-2'
      return at < 0 ? [] : [{ x: edgeBefore(along, at), text, colour }]
    }),
    traces: [
      ...levels(trend, along, scaled),
      ...pointTrace(
        'runs',
        '--node-1',
        'circle',
        places.filter(({ point }) => !point.disturbed && !isMarked(point)),
      ),
      ...pointTrace(
        'disturbed runs',
        '--node-1',
        'circle-open',
        places.filter(({ point }) => point.disturbed && !isMarked(point)),
      ),
      ...pointTrace(
        `run ${mark ?? ''}`,
        '--node-2',
        'diamond',
        places.filter(({ point }) => isMarked(point)),
      ),
    ],
  }
}

/** The median of the runs between changes, as lines. */
function levels({ changes, points }: MetricTrend, along: Along, scaled: (value: number) => number): PlotlyTrace[] {
  const [first] = changes
  if (first === undefined) return []
  const starts = changes.map((change) => points.findIndex((point) => point.run_id === change.run_id))
  const values = [first.before, ...changes.map((change) => change.after)].map(scaled)
  const edges = [0, ...starts, points.length].map((at) => edgeBefore(along, at))
  return [
    {
      name: 'median between changes',
      colour: '--ink-3',
      width: 2,
      x: values.flatMap((_, at) => [edges[at] ?? 0, edges[at + 1] ?? 0, edges[at + 1] ?? 0]),
      y: values.flatMap((value) => [value, value, null]),
      // What the points say is enough.
      hover: '<extra></extra>',
    },
  ]
}

function pointText(point: TrendPoint, now: Date): string {
  const { metric } = point
  return [
    `run ${point.run}, ${formatInstant(point.at, now)}`,
    ...(point.commit === '' ? [] : [`commit ${shortCommit(point.commit)}`]),
    metric.modes.length > 0
      ? `two modes: ${modesText(metric) ?? ''}`
      : `${formatQuantity(metric.median, metric.unit)} (${intervalText(metric)})`,
    ...(point.disturbed ? ['disturbed by other work'] : []),
  ].join('\n')
}
