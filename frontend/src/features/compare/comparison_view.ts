/** A comparison as the page draws it: colours, axes, rows. Pure. */
import type { ComparedRun, Comparison, Difference, MetricComparison, SummaryMetric } from '@/api/contracts'
import { formatParameter, formatRatio } from '@/lib/format/number'
import { commonScale, formatQuantity, quantity } from '@/lib/format/unit'
import { modesText } from '@/lib/metric_words'
import { inSentence } from '@/lib/terms'
import type { ForestData } from '@/viz/forest'
import type { XyChartData } from '@/viz/xy_chart'
import type { ParameterChartData, PublishedCurve } from '@/viz/parameter_chart'
import { leadingMetrics } from '../results/registry'

/** A run's colour in the comparison: the baseline is grey, the others take the nodes' colours in their order. */
export function runColour(comparison: Comparison, id: string): string {
  if (id === comparison.baseline) return 'var(--node-8)'
  const others = comparison.runs.filter((run) => run.summary.id !== comparison.baseline)
  const at = others.findIndex((run) => run.summary.id === id)
  return `var(--node-${(at % 7) + 1})`
}

export interface Axis {
  readonly path: string
  readonly title: string
  readonly numeric: boolean
  /** One for each run. */
  readonly values: readonly string[]
}

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** What the chart's axis can be: the settings that differ, those with numbers first; else the runs themselves. */
export function axesOf(comparison: Comparison): Axis[] {
  const axes = comparison.differences
    .filter((difference) => difference.kind === 'setting' && difference.path !== 'name')
    .map((difference) => ({
      path: difference.path,
      title: difference.title,
      numeric: difference.values.every((value) => NUMBER.test(value.trim())),
      values: difference.values,
    }))
  const runs: Axis = {
    path: 'run',
    title: 'run',
    numeric: false,
    values: comparison.runs.map((run) => `run ${run.summary.number}`),
  }
  return [...axes.filter((axis) => axis.numeric), ...axes.filter((axis) => !axis.numeric), runs]
}

/** Metrics that all runs have. */
export function commonMetrics(comparison: Comparison): SummaryMetric[] {
  const [first, ...others] = comparison.runs
  return (first?.metrics ?? []).filter((metric) =>
    others.every((run) => run.metrics.some((other) => other.name === metric.name)),
  )
}

/** Of metrics that all runs have, the one that says most. */
export function leadingMetric(comparison: Comparison, metrics: readonly SummaryMetric[]): SummaryMetric | undefined {
  const leading = leadingMetrics(comparison.runs[0]?.summary.workload ?? '')
  return leading.flatMap((name) => metrics.find((metric) => metric.name === name) ?? [])[0] ?? metrics[0]
}

export function parameterChart(
  comparison: Comparison,
  axis: Axis,
  metric: SummaryMetric,
  published: PublishedCurve | null,
): ParameterChartData {
  const own = (run: ComparedRun) => run.metrics.find((one) => one.name === metric.name)
  const scale = commonScale(
    metric.unit,
    comparison.runs.map((run) => own(run)?.median ?? 0),
  )
  const points = comparison.runs.flatMap((run, index) => {
    const measured = own(run)
    if (measured === undefined) return []
    const text = axis.values[index] ?? ''
    return [
      {
        key: run.summary.id,
        label: `run ${run.summary.number}, ${run.label}`,
        x: axis.numeric ? Number(text) : index,
        x_text: axis.numeric ? formatParameter(Number(text)) : text,
        colour: runColour(comparison, run.summary.id),
        values: measured.values,
        median: measured.median,
        low: measured.low,
        high: measured.high,
        modes: measured.modes.map((mode) => mode.median),
      },
    ]
  })
  const distinct = new Set(points.map((point) => point.x)).size === points.length
  return {
    label: `${metric.title} against ${axis.title}`,
    x_label: inSentence(axis.title),
    y_label: scale.unit,
    numeric: axis.numeric,
    points,
    connect: axis.numeric && distinct,
    format: (value) => formatQuantity(value, metric.unit, scale),
    formatTick: (value) => quantity(value, metric.unit, scale).text,
    published,
  }
}

/**
 * Runs of which several stand at one x, because they differ in more than this parameter: a line for each combination of
 * the others. Null where each run has an x of its own, or x is no quantity.
 */
export function linesChart(comparison: Comparison, axis: Axis, metric: SummaryMetric): XyChartData | null {
  const others = axesOf(comparison).filter((other) => other.path !== axis.path && other.path !== 'run')
  if (!axis.numeric || new Set(axis.values).size === axis.values.length || others.length === 0) return null
  const measured = comparison.runs.map((run) => run.metrics.find((one) => one.name === metric.name))
  const scale = commonScale(
    metric.unit,
    measured.map((own) => own?.median ?? 0),
  )
  const names = comparison.runs.map((_, at) =>
    others.map((other) => `${inSentence(other.title)} ${other.values[at] ?? ''}`).join(', '),
  )
  const series = [...new Set(names)].map((name, index) => ({
    key: name,
    label: name,
    colour: `var(--node-${(index % 8) + 1})`,
    points: comparison.runs
      .flatMap((run, at) => {
        const own = measured[at]
        if (own === undefined || names[at] !== name) return []
        const { median, low, high, values } = own
        const modes = own.modes.map((mode) => mode.median)
        const text =
          modes.length > 0 ? `two modes, ${modesText(own) ?? ''}` : formatQuantity(median, metric.unit, scale)
        const title = `run ${run.summary.number}, ${run.label}: ${text}`
        return [{ x: Number(axis.values[at]), y: median, low, high, values, modes, title }]
      })
      .sort((a, b) => a.x - b.x),
  }))
  return {
    label: `${metric.title} against ${axis.title}`,
    x_label: inSentence(axis.title),
    y_label: scale.unit,
    series,
    curves: [],
    published: null,
    log_x: false,
    log_y: false,
    categories: null,
    also_y: [],
    formatX: formatParameter,
    formatTick: (value) => quantity(value, metric.unit, scale).text,
  }
}

const BETTER = { lower: 'lower is better', higher: 'higher is better', neither: '' } as const

/** Metrics of which a direction is better come first; `most` keeps the plot to a size that can be read. */
export function forestData(comparison: Comparison, most: number): ForestData {
  const names = metricOrder(comparison.metrics)
  return {
    label: 'Ratio of each run to the baseline, with 95 % interval',
    format: (ratio) => formatRatio(ratio),
    rows: names.slice(0, most).flatMap((name) => {
      const entries = comparison.metrics.filter((one) => one.metric === name)
      const first = entries[0]
      if (first === undefined) return []
      return [
        {
          key: name,
          label: first.title,
          note: BETTER[first.better],
          items: entries.map((entry) => ({
            key: entry.run,
            label: comparison.runs.find((run) => run.summary.id === entry.run)?.label ?? entry.run,
            colour: runColour(comparison, entry.run),
            ratio: entry.ratio,
            low: entry.ratio_low,
            high: entry.ratio_high,
          })),
        },
      ]
    }),
  }
}

/** Names in the order of the comparison, which begins with the leading metrics; those without a better direction last. */
export function metricOrder(metrics: readonly MetricComparison[]): string[] {
  const judged = metrics.filter((metric) => metric.better !== 'neither')
  return [...new Set([...judged, ...metrics].map((metric) => metric.metric))]
}

/** The page's title says what is compared. */
export function titleOf(comparison: Comparison): string {
  const count = comparison.runs.length
  const settings = comparison.differences.filter(
    (difference) => difference.kind === 'setting' && difference.path !== 'name',
  )
  const by =
    settings.length === 0
      ? ''
      : ` by ${settings
          .slice(0, 2)
          .map((setting) => inSentence(setting.title))
          .join(' and ')}`
  const repeats = new Set(comparison.runs.map((run) => run.metrics[0]?.values.length ?? 0))
  const each = repeats.size === 1 ? ([...repeats][0] ?? 0) : null
  const words = each === null ? 'different numbers of repeats' : `${each} ${each === 1 ? 'repeat' : 'repeats'} each`
  return `${count} runs${by}, ${words}`
}

/** Differences worth a look first: settings before facts. */
export function orderedDifferences(comparison: Comparison): Difference[] {
  const settings = comparison.differences.filter(({ kind }) => kind === 'setting')
  return [...settings, ...comparison.differences.filter(({ kind }) => kind === 'fact')]
}
