/** What the chart of a metric against a parameter shows, by the address and what the runs have. Pure. */
import type { Comparison, PublishedTable, SummaryMetric } from '@/api/contracts'
import { formatNumber } from '@/lib/format/number'
import type { XyChartData, XyPublished } from '@/viz/xy_chart'
import type { ParameterChartData, PublishedCurve } from '@/viz/parameter_chart'
import { curvesOf, sourceText, type Curve } from '../reference/published'
import type { CompareSearch } from './compare_search'
import { axesOf, commonMetrics, leadingMetric, linesChart, parameterChart, type Axis } from './comparison_view'

interface SourcedCurve {
  readonly curve: Curve
  readonly table: PublishedTable
}

export interface ChosenChart {
  readonly axes: readonly Axis[]
  readonly metrics: readonly SummaryMetric[]
  readonly axis: Axis
  readonly metric: SummaryMetric
  readonly curves: readonly SourcedCurve[]
  readonly shown: SourcedCurve | undefined
  readonly data: ParameterChartData
  /** In place of `data` where several runs stand at one x. */
  readonly lines: XyChartData | null
}

export function chosenChart(comparison: Comparison, search: CompareSearch): ChosenChart | null {
  const axes = axesOf(comparison)
  const metrics = commonMetrics(comparison)
  const axis = axes.find((one) => one.path === search.x) ?? axes[0]
  const metric = metrics.find((one) => one.name === search.metric) ?? leadingMetric(comparison, metrics)
  if (axis === undefined || metric === undefined) return null
  const parameter = axis.numeric ? (axis.path.split('.').at(-1) ?? '') : ''
  const curves = comparison.published.flatMap((table) => curvesOf(table, parameter).map((curve) => ({ curve, table })))
  const shown =
    search.published === 'none' ? undefined : (curves.find(({ curve }) => curve.key === search.published) ?? curves[0])
  const published = shown === undefined ? null : publishedCurve(shown)
  const data = parameterChart(comparison, axis, metric, published)
  const lines = linesChart(comparison, axis, metric)
  return {
    axes,
    metrics,
    axis,
    metric,
    curves,
    shown,
    data,
    lines: lines && { ...lines, published: published && onOneAxis(published) },
  }
}

function onOneAxis({ label, axis_label, points, format }: PublishedCurve): XyPublished {
  return { axis_label, curves: [{ label, points }], format }
}

function publishedCurve({ curve, table }: SourcedCurve): PublishedCurve {
  return {
    label: `${curve.label}; ${sourceText(table)}`,
    axis_label: `published, ${table.unit}`,
    points: curve.points,
    format: (value) => formatNumber(value),
  }
}
