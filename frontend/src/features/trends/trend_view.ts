/** What the page draws and says of a trend. Pure. */
import type { Conclusion, MetricTrend, TrendChange, TrendPoint } from '@/api/contracts'
import type { Tone } from '@/components/chip'
import { formatDay, formatInstant } from '@/lib/format/time'
import { commonScale, formatQuantity } from '@/lib/format/unit'
import { hasInterval, intervalText, modesText } from '@/lib/metric_words'
import { verdictText } from '@/lib/verdict_text'
import { plotlyText, type PlotlyData, type PlotlyTrace } from '@/viz/plotly'

/** Words under the x axis: as many as a narrow window has room for. */
const MOST_TICKS = 6

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

/** The console's conclusion, with the time of the newest change in the viewer's zone. */
export function trendConclusion(trend: MetricTrend, now: Date): Conclusion {
  const first_after = trend.points.find((point) => point.run_id === trend.changes.at(-1)?.run_id)
  const ended =
    first_after === undefined ? [] : [`Run ${first_after.run} ended on ${formatInstant(first_after.at, now)}.`]
  return { ...trend.conclusion, findings: [...ended, ...trend.conclusion.findings] }
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
  const places = points.map((point, at) => ({ point, at: at + 1 }))
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
    x_title: 'run, and the day it ended',
    y_title: scale.unit,
    x_range: null,
    y_max: null,
    height: 360,
    close_up: true,
    revision: points.length,
    ticks: ticksOf(points, now),
    marks: trend.changes.flatMap((change) => {
      const at = points.findIndex((point) => point.run_id === change.run_id)
      // Between the run and the one before it.
      return at < 0
        ? []
        : [{ x: at + 0.5, text: `from run ${change.run}`, colour: CHANGE_COLOURS[change.verdict] ?? '--ink-2' }]
    }),
    traces: [
      ...levels(trend, scaled),
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
function levels({ changes, points }: MetricTrend, scaled: (value: number) => number): PlotlyTrace[] {
  const [first] = changes
  if (first === undefined) return []
  const starts = changes.map((change) => points.findIndex((point) => point.run_id === change.run_id))
  const values = [first.before, ...changes.map((change) => change.after)].map(scaled)
  const edges = [0, ...starts, points.length]
  return [
    {
      name: 'median between changes',
      colour: '--ink-3',
      width: 2,
      x: values.flatMap((_, at) => [(edges[at] ?? 0) + 0.5, (edges[at + 1] ?? 0) + 0.5, (edges[at + 1] ?? 0) + 0.5]),
      y: values.flatMap((value) => [value, value, null]),
      // What the points say is enough.
      hover: '<extra></extra>',
    },
  ]
}

function ticksOf(points: readonly TrendPoint[], now: Date): { at: number[]; text: string[] } {
  const count = Math.min(MOST_TICKS, points.length)
  const at = [
    ...new Set(
      Array.from({ length: count }, (_, tick) =>
        count === 1 ? 0 : Math.round((tick * (points.length - 1)) / (count - 1)),
      ),
    ),
  ]
  return {
    at: at.map((place) => place + 1),
    text: at.flatMap((place) => {
      const point = points[place]
      return point === undefined ? [] : [`${point.run}<br>${formatDay(point.at, now)}`]
    }),
  }
}

function pointText(point: TrendPoint, now: Date): string {
  const { metric } = point
  return [
    `<b>run ${point.run}</b>, ${formatInstant(point.at, now)}`,
    ...(point.commit === '' ? [] : [`commit ${plotlyText(point.commit.slice(0, 12))}`]),
    metric.modes.length > 0
      ? `two modes: ${modesText(metric) ?? ''}`
      : `${formatQuantity(metric.median, metric.unit)} (${intervalText(metric)})`,
    ...(point.disturbed ? ['disturbed by other work'] : []),
  ].join('<br>')
}
