/** Lines of metrics against a parameter, from a group's cells: series, facets, one unit for each panel. Pure. */
import type { GroupAxis, GroupCell, GroupDocument, LinesChart, SummaryMetric } from '@/api/contracts'
import { formatParameter } from '@/lib/format/number'
import { commonScale, formatInterval, formatQuantity, unitLabel, type Scale } from '@/lib/format/unit'
import { modesText } from '@/lib/metric_words'
import { inSentence } from '@/lib/terms'
import { tickText } from '../results/ticks'
import type { XyChartData, XyPoint, XySeries } from '@/viz/xy_chart'
import { axisOf, cellsOf, cellValue, figuresOf, metricOf, namedValue, valueText, varyingAxes } from './group_values'
import { publishedIn, type Looked } from './published_curves'

export interface Panel<Data> {
  readonly key: string
  /** Empty for the only one. */
  readonly title: string
  readonly data: Data
}

const COLOURS = 8

export function seriesColour(index: number): string {
  return `var(--node-${(index % COLOURS) + 1})`
}

interface Drawn {
  readonly cell: GroupCell
  readonly metric: SummaryMetric
  readonly facet: string | null
  /** Identifies the line: cells with the same key are its points. Labels cannot, as long values are cut in them. */
  readonly series: string
  readonly label: string
}

export type LinesPlan = Pick<
  LinesChart,
  'name' | 'x' | 'metrics' | 'series' | 'facet' | 'log_x' | 'log_y' | 'items' | 'relative_to'
>

/** One panel for each unit and each value of the facet; panels of one unit share their axis. `beside` has axes of its own. */
export function linePanels(
  group: GroupDocument,
  plan: LinesPlan,
  beside: readonly Looked[] = [],
): readonly Panel<XyChartData>[] {
  const cells = cellsOf(group, plan.items)
  const x_axis = axisOf(group, plan.x)
  if (x_axis === undefined) return []
  const facet = axisOf(group, plan.facet)
  const drawn = drawnMetrics(group, cells, plan, x_axis, facet)
  const series_keys = [...new Set(drawn.map((one) => one.series))]
  const units = [...new Set(drawn.map((one) => one.metric.unit))]
  return units.flatMap((unit) => {
    const of_unit = drawn.filter((one) => one.metric.unit === unit)
    const scale = commonScale(
      unit,
      of_unit.map((one) => one.metric.median),
    )
    const facets = [...new Set(of_unit.map((one) => one.facet))]
    const titles = [...new Set(of_unit.map((one) => one.metric.title))]
    return facets.map((value): Panel<XyChartData> => {
      const here = of_unit.filter((one) => one.facet === value)
      const names = [
        ...(units.length > 1 ? [titles.join(', ')] : []),
        ...(facet === undefined || value === null ? [] : [namedValue(facet, value)]),
      ]
      return {
        key: `${unit} ${value ?? ''}`,
        title: names.join('; '),
        data: {
          label: `${titles.join(', ')} against ${x_axis.title}${value === null || facet === undefined ? '' : `, ${namedValue(facet, value)}`}`,
          x_label: axisLabel(x_axis),
          y_label: scale.unit,
          series: seriesOf(group, here, x_axis, series_keys, scale),
          curves: [],
          published: publishedIn(group, beside, {
            x: plan.x,
            metrics: [...new Set(here.map((one) => one.metric.name))],
            facet: facet === undefined || value === null ? null : [facet.path, value],
          }),
          log_x: plan.log_x,
          log_y: plan.log_y,
          categories: x_axis.numeric ? null : x_axis.values.map((value) => valueText(x_axis, value)),
          also_y: of_unit.flatMap((one) => one.metric.values),
          formatX: (at) => formatParameter(at),
          formatTick: (at) => tickText(at, unit, { ...scale, unit: '' }),
        },
      }
    })
  })
}

export function axisLabel(axis: GroupAxis): string {
  return axis.unit === '' ? inSentence(axis.title) : `${inSentence(axis.title)}, ${unitLabel(axis.unit)}`
}

function drawnMetrics(
  group: GroupDocument,
  cells: readonly GroupCell[],
  plan: LinesPlan,
  x_axis: GroupAxis,
  facet: GroupAxis | undefined,
): Drawn[] {
  // A parameter that the plan forgets tells lines apart too: two points at one place would be one line's zigzag.
  const varying = varyingAxes(group, cells).filter((axis) => axis !== x_axis && axis !== facet)
  const apart = [
    ...varying.filter((axis) => plan.series.includes(axis.path)),
    ...varying.filter(
      (axis) => !plan.series.includes(axis.path) && tellsApart(group, cells, axis, x_axis, facet, plan),
    ),
  ]
  const item_titles = titlesOfItems(group, cells, apart)
  return cells.flatMap((cell) =>
    plan.metrics.flatMap((name): Drawn[] => {
      const metric = figureOf(group, cell, name, plan)
      if (metric === undefined || cellValue(group, cell, x_axis.path) === null) return []
      const values = apart.map((axis) => cellValue(group, cell, axis.path))
      const named = apart.flatMap((axis, at) => {
        const value = values[at] ?? null
        return value === null ? [] : [namedValue(axis, value)]
      })
      const words = item_titles === null ? named : [item_titles.get(cell.item) ?? cell.item]
      const label = [...(plan.metrics.length > 1 ? [metric.title] : []), ...words].join(', ')
      return [
        {
          cell,
          metric,
          facet: facet === undefined ? null : cellValue(group, cell, facet.path),
          series: [name, ...(item_titles === null ? values : [cell.item])].join('\u0000'),
          label,
        },
      ]
    }),
  )
}

/** As measured, or as the share of another run's figure that the plan wants. */
export function figureOf(
  group: GroupDocument,
  cell: GroupCell,
  name: string,
  plan: Pick<LinesPlan, 'name' | 'relative_to'>,
): SummaryMetric | undefined {
  if (plan.relative_to.length === 0) return metricOf(cell, name)
  const shares = figuresOf(group, plan.name)?.shares ?? []
  return shares.find(({ run, metric }) => run === cell.run.number && metric.name === name)?.metric
}

/** A suite's items have names of their own: where each is one line, it names that line; null where it is not so. */
function titlesOfItems(
  group: GroupDocument,
  cells: readonly GroupCell[],
  apart: readonly GroupAxis[],
): ReadonlyMap<string, string> | null {
  const line = (cell: GroupCell) => apart.map((axis) => cellValue(group, cell, axis.path)).join('\u0000')
  const lines = new Set(cells.map(line))
  const items = new Set(cells.map((cell) => cell.item))
  const pairs = new Set(cells.map((cell) => `${cell.item}\u0000\u0000${line(cell)}`))
  if (apart.length < 2 || items.size !== lines.size || pairs.size !== lines.size) return null
  return new Map(group.suite?.items.map((item) => [item.name, item.title]))
}

/** Without this parameter two cells of one line would stand at the same x. */
function tellsApart(
  group: GroupDocument,
  cells: readonly GroupCell[],
  axis: GroupAxis,
  x_axis: GroupAxis,
  facet: GroupAxis | undefined,
  plan: LinesPlan,
): boolean {
  const key = (cell: GroupCell) =>
    [x_axis.path, ...(facet === undefined ? [] : [facet.path]), ...plan.series]
      .map((path) => cellValue(group, cell, path))
      .join('\u0000')
  const seen = new Map<string, string | null>()
  return cells.some((cell) => {
    const value = cellValue(group, cell, axis.path)
    const before = seen.get(key(cell))
    if (before === undefined) seen.set(key(cell), value)
    return before !== undefined && before !== value
  })
}

function seriesOf(
  group: GroupDocument,
  drawn: readonly Drawn[],
  x_axis: GroupAxis,
  keys: readonly string[],
  scale: Scale,
): XySeries[] {
  return keys.flatMap((key, index) => {
    const points = drawn
      .filter((one) => one.series === key)
      .map((one) => pointOf(group, one, x_axis, scale))
      .sort((a, b) => a.x - b.x)
    const label = drawn.find((one) => one.series === key)?.label ?? ''
    return points.length === 0 ? [] : [{ key, label, colour: seriesColour(index), points }]
  })
}

function pointOf(group: GroupDocument, { cell, metric, label }: Drawn, x_axis: GroupAxis, scale: Scale): XyPoint {
  const text = cellValue(group, cell, x_axis.path)
  const { values, median, low, high, unit, modes } = metric
  const where = [label, namedValue(x_axis, text)].filter((part) => part !== '').join(', ')
  const interval =
    values.length < 2
      ? 'one repeat'
      : `${formatInterval(low, high, unit, scale)}, ${values.length} repeats, run ${cell.run.number}`
  return {
    x: x_axis.numeric ? Number(text) : x_axis.values.indexOf(text ?? ''),
    y: median,
    low,
    high,
    values,
    modes: modes.map((mode) => mode.median),
    title: `${where}: ${modes.length > 0 ? `two modes, ${modesText(metric) ?? ''}` : formatQuantity(median, unit, scale)} (${interval})`,
  }
}
