/** Heat maps, breakdowns and speed-ups from a group's cells. Pure. */
import type { BreakdownChart, GroupCell, GroupDocument, HeatChart, SpeedUps, SummaryMetric } from '@/api/contracts'
import { formatFixed, formatParameter, formatShare } from '@/lib/format/number'
import { commonScale, formatQuantity, quantity } from '@/lib/format/unit'
import { modesText } from '@/lib/metric_words'
import { inSentence } from '@/lib/terms'
import type { HeatMapData } from '@/viz/heat_map'
import type { StackedBarsData } from '@/viz/stacked_bars'
import { activityColours } from '@/viz/tokens'
import { tickText } from '../results/ticks'
import type { XyChartData } from '@/viz/xy_chart'
import {
  axisOf,
  cellName,
  cellsOf,
  cellValue,
  metricOf,
  namedValue,
  shortTitles,
  valueText,
  varyingAxes,
} from './group_values'
import { axisLabel, seriesColour, type Panel } from './line_panels'

/** By the axis' own order, but numbers by size. */
function ordered(values: readonly string[], numeric: boolean): string[] {
  return numeric ? values.toSorted((a, b) => Number(a) - Number(b)) : [...values]
}

/**
 * Where several cells meet at one place, because more than two parameters vary, the middle one of their medians stands; if a
 * cell is in two modes, the least and the greatest of all figures.
 */
export function heatPanels(
  group: GroupDocument,
  plan: Pick<HeatChart, 'x' | 'y' | 'metric' | 'facet' | 'items'>,
): readonly Panel<HeatMapData>[] {
  const [x, y, facet] = [axisOf(group, plan.x), axisOf(group, plan.y), axisOf(group, plan.facet)]
  if (x === undefined || y === undefined) return []
  const cells = cellsOf(group, plan.items)
  const measured = cells.flatMap((cell) => metricOf(cell, plan.metric) ?? [])
  const first = measured[0]
  if (first === undefined) return []
  const drawn = measured.flatMap(figuresOf)
  const scale = commonScale(first.unit, drawn)
  const columns = ordered(x.values, x.numeric)
  const rows = ordered(y.values, y.numeric)
  const facets = facet === undefined ? [null] : ordered(facet.values, facet.numeric)
  return facets.map((value) => {
    const here = facet === undefined ? cells : cells.filter((cell) => cellValue(group, cell, facet.path) === value)
    const at = (column: string, row: string) =>
      here.filter((cell) => cellValue(group, cell, x.path) === column && cellValue(group, cell, y.path) === row)
    return {
      key: value ?? '',
      title: facet === undefined ? '' : namedValue(facet, value),
      data: {
        label: `${first.title} over ${x.title} and ${y.title}${facet === undefined ? '' : `, ${namedValue(facet, value)}`}`,
        x_label: axisLabel(x),
        y_label: axisLabel(y),
        columns: columns.map((value) => valueText(x, value)),
        rows: rows.map((value) => valueText(y, value)),
        unit: scale.unit,
        also: drawn,
        format: (number) => quantity(number, first.unit, scale).text,
        cells: rows.flatMap((row, row_index) =>
          columns.flatMap((column, column_index) => {
            const there = at(column, row)
            if (there.length === 0) return []
            const found = there.flatMap((cell) => metricOf(cell, plan.metric) ?? [])
            const number = middle(found.map((metric) => metric.median))
            const where = `${namedValue(x, column)}, ${namedValue(y, row)}`
            const place = { column: column_index, row: row_index, value: number }
            const in_modes = found.filter((metric) => metric.modes.length > 0)
            const [only] = in_modes
            if (only !== undefined) {
              const figures = found.flatMap(figuresOf)
              const modes = [Math.min(...figures), Math.max(...figures)] as const
              const range = modes.map((figure) => formatQuantity(figure, first.unit)).join(' to ')
              const text =
                found.length === 1
                  ? `two modes, ${modesText(only) ?? ''}`
                  : `${found.length} runs, ${in_modes.length} in two modes, ${range}`
              return [{ ...place, modes, title: `${where}: ${text}` }]
            }
            const text = number === null ? 'not measured yet' : formatQuantity(number, first.unit, scale)
            return [{ ...place, title: `${where}: ${text}` }]
          }),
        ),
      },
    }
  })
}

/** The median, or the figures of two modes. */
function figuresOf({ median, modes }: SummaryMetric): number[] {
  return modes.length === 0 ? [median] : modes.map((mode) => mode.median)
}

function middle(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(half)] ?? null)
    : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
}

/**
 * One bar for each cell, in the order of x; with `share` each bar is drawn as parts of its whole. A cell with a part in two
 * modes has two bars: the lower mode of each such part in one, the upper mode in the other.
 */
export function breakdownPanels(
  group: GroupDocument,
  plan: Pick<BreakdownChart, 'x' | 'metrics' | 'facet' | 'share' | 'items'>,
): readonly Panel<StackedBarsData>[] {
  const cells = cellsOf(group, plan.items).filter((cell) => plan.metrics.some((name) => metricOf(cell, name)))
  const x = axisOf(group, plan.x)
  const facet = axisOf(group, plan.facet)
  const unit = cells.flatMap((cell) => metricOf(cell, plan.metrics[0] ?? '')?.unit ?? [])[0] ?? ''
  const parts = (cell: GroupCell) => plan.metrics.flatMap((name) => metricOf(cell, name) ?? [])
  const sides = (cell: GroupCell) => (parts(cell).some((metric) => metric.modes.length > 0) ? SIDES : [null])
  const total = (cell: GroupCell, side: Side | null) =>
    parts(cell).reduce((sum, metric) => sum + figureAt(metric, side), 0)
  const scale = commonScale(
    unit,
    cells.flatMap((cell) => sides(cell).map((side) => total(cell, side))),
  )
  const colours = activityColours(plan.metrics)
  const heads = plan.metrics.flatMap((name) => group.metrics.find((metric) => metric.name === name) ?? [])
  const short = shortTitles(heads.map((head) => head.title))
  const titles = new Map(heads.map((head, at) => [head.name, short[at] ?? head.title]))
  const axes = varyingAxes(group, cells).filter((axis) => axis !== facet)
  const in_order = axes.toSorted((a, b) => Number(b === x) - Number(a === x))
  const facets = facet === undefined ? [null] : ordered(facet.values, facet.numeric)
  return facets.flatMap((value) => {
    const here = facet === undefined ? cells : cells.filter((cell) => cellValue(group, cell, facet.path) === value)
    if (here.length === 0) return []
    const rows = here.toSorted((a, b) => {
      const [p, q] = [cellValue(group, a, plan.x), cellValue(group, b, plan.x)]
      return x?.numeric === true ? Number(p) - Number(q) || a.cell - b.cell : a.cell - b.cell
    })
    return [
      {
        key: value ?? '',
        title: facet === undefined ? '' : namedValue(facet, value),
        data: {
          label: `Where the time goes${x === undefined ? '' : ` by ${x.title}`}${facet === undefined ? '' : `, ${namedValue(facet, value)}`}`,
          format: (number: number) => (plan.share ? formatShare(number) : formatQuantity(number, unit, scale)),
          formatTick: (number: number) => (plan.share ? formatShare(number) : tickText(number, unit, scale)),
          formatShort: (number: number) =>
            plan.share ? formatFixed(number * 100, 0) : quantity(number, unit, scale, 2).text,
          rows: rows.flatMap((cell) =>
            sides(cell).map((side) => {
              const whole = total(cell, side)
              const name = cellName(group, cell, in_order)
              return {
                key: `${cell.cell}${side === null ? '' : ` ${side}`}`,
                label: side === null ? name : `${name}, ${side} mode`,
                segments: parts(cell).map((metric) => ({
                  key: metric.name,
                  label: titles.get(metric.name) ?? metric.title,
                  value: figureAt(metric, side) / (plan.share && whole > 0 ? whole : 1),
                  colour: colours.get(metric.name) ?? 'var(--node-8)',
                })),
              }
            }),
          ),
        },
      },
    ]
  })
}

type Side = 'lower' | 'upper'
const SIDES: readonly Side[] = ['lower', 'upper']

/** The median, or of two modes the one of this side. */
function figureAt(metric: SummaryMetric, side: Side | null): number {
  const mode = side === null ? undefined : metric.modes[SIDES.indexOf(side)]
  return mode?.median ?? metric.median
}

/** Series by the parameters that tell them apart, as the other charts name them. */
export function namedSpeedUps(group: GroupDocument, series: readonly string[], speed_ups: SpeedUps): SpeedUps {
  const axes = series.map((path) => axisOf(group, path))
  const several = axes.map((_, at) => new Set(speed_ups.series.map((one) => one.values[at])).size > 1)
  const name = (values: readonly string[], label: string) => {
    const words = axes.flatMap((axis, at) => {
      const value = values[at]
      return axis === undefined || value === undefined || several[at] !== true ? [] : [namedValue(axis, value)]
    })
    return words.length === 0 ? label : words.join(', ')
  }
  return { ...speed_ups, series: speed_ups.series.map((one) => ({ ...one, label: name(one.values, one.label) })) }
}

/** `1.8× (1.7 to 1.9)`, or `two modes, 1.2× and 1.9×`. */
function speedUpText({ speed_up, low, high, modes }: SpeedUps['series'][number]['points'][number]): string {
  if (modes.length > 0) return `two modes, ${modes.map((mode) => `${formatFixed(mode, 2)}×`).join(' and ')}`
  return `${formatFixed(speed_up, 2)}× (${formatFixed(low, 2)} to ${formatFixed(high, 2)})`
}

/** Measured speed-ups with the law fitted to each, under the ideal line. */
export function speedUpChart(speed_ups: SpeedUps): XyChartData {
  const { baseline_x } = speed_ups
  const xs = [...new Set(speed_ups.series.flatMap((one) => one.points.map((point) => point.x)))].sort((a, b) => a - b)
  const most = Math.max(1, ...speed_ups.series.flatMap((one) => one.points.map((point) => point.high)))
  const ideal = baseline_x === null || baseline_x <= 0 ? [] : xs.map((x) => ({ x, y: x / baseline_x }))
  return {
    label: `Speed-up of ${speed_ups.title} against ${speed_ups.x_title}`,
    x_label: inSentence(speed_ups.x_title),
    y_label: 'speed-up, ×',
    series: speed_ups.series.map((one, index) => ({
      key: one.values.join('\u0000'),
      label: one.label === '' ? 'measured' : one.label,
      colour: seriesColour(index),
      points: one.points.map((point) => ({
        x: point.x,
        y: point.speed_up,
        low: point.low,
        high: point.high,
        values: [],
        modes: point.modes,
        title: `${one.label === '' ? '' : `${one.label}, `}${inSentence(speed_ups.x_title)} ${formatParameter(point.x)}: ${speedUpText(point)}`,
      })),
    })),
    curves: [
      ...(ideal.length > 1
        ? [{ key: 'ideal', label: 'ideal', colour: 'var(--ink-3)', points: clipped(ideal, most * 1.6) }]
        : []),
      ...speed_ups.series.flatMap((one, index) =>
        one.fitted.length < 2
          ? []
          : [
              {
                key: `fit ${one.label}`,
                label: '',
                colour: seriesColour(index),
                points: one.points.map((point, at) => ({ x: point.x, y: one.fitted[at] ?? 0 })),
              },
            ],
      ),
    ],
    published: null,
    log_x: false,
    log_y: false,
    categories: null,
    also_y: [0, 1],
    formatX: (x) => formatParameter(x),
    formatTick: (value) => formatParameter(value),
  }
}

/** An ideal far above everything would flatten what was measured: it leaves at the top. */
function clipped(points: readonly { x: number; y: number }[], most: number): { x: number; y: number }[] {
  const inside = points.filter((point) => point.y <= most)
  const last = inside.at(-1)
  const next = points[inside.length]
  if (last === undefined || next === undefined || next.y === last.y) return inside
  const share = (most - last.y) / (next.y - last.y)
  return [...inside, { x: last.x + share * (next.x - last.x), y: most }]
}
