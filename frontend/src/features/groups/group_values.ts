/** What a group's cells are and have measured, as pages ask for it. Pure. */
import { hasInterval } from '@/lib/metric_words'
import type { ChartFigures, GroupAxis, GroupCell, GroupDocument, SuiteChart, SummaryMetric } from '@/api/contracts'
import { isObject, type Json } from '@/lib/document/json'
import { formatParameter } from '@/lib/format/number'
import { unitLabel } from '@/lib/format/unit'
import { inSentence, termLabel } from '@/lib/terms'
import { leadingMetrics } from '../results/registry'

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    // Bare text is allowed in a setting, and means itself.
    return text
  }
}

/** A list of more entries is cut to its first. */
const MOST_ENTRIES = 6
const FIRST_ENTRIES = 5

function listText(entries: readonly string[]): string {
  if (entries.length <= MOST_ENTRIES) return entries.join(', ')
  return `${entries.slice(0, FIRST_ENTRIES).join(', ')} and ${entries.length - FIRST_ENTRIES} more`
}

/** A parameter's value, given as JSON, as people read it. Texts that a person chose freely stay as written. */
export function valueText(axis: Pick<GroupAxis, 'closed'>, text: string | null): string {
  if (text === null) return '–'
  const value = parse(text)
  if (typeof value === 'number') return formatParameter(value)
  const words = (part: string) => (axis.closed || part === '' ? termLabel(part) : part)
  if (typeof value === 'string') return words(value)
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value))
    return listText(value.map((part) => (typeof part === 'string' ? words(part) : String(part))))
  if (isObject(value) && typeof value['kind'] === 'string') {
    const { kind, ...rest } = value
    const details = Object.values(rest).filter((part) => typeof part === 'number' || typeof part === 'string')
    return [termLabel(kind), ...details.map(String)].join(' ')
  }
  return text
}

/** Whether two values, given as JSON or as bare text, are the same. */
export function sameValue(a: string | null, b: string): boolean {
  return a !== null && parse(a) === parse(b)
}

/** With the parameter's name: `managers 2`, `update cost 20 µs`. */
export function namedValue(axis: GroupAxis, text: string | null): string {
  const unit = axis.unit === '' ? '' : ` ${unitLabel(axis.unit)}`
  return `${inSentence(axis.title)} ${valueText(axis, text)}${text === null ? '' : unit}`
}

export function axisOf(group: GroupDocument, path: string | null | undefined): GroupAxis | undefined {
  return group.axes.find((axis) => axis.path === path)
}

/** As JSON; null where the cell has no such parameter, or it is the same everywhere. */
export function cellValue(group: GroupDocument, cell: GroupCell, path: string): string | null {
  const at = group.axes.findIndex((axis) => axis.path === path)
  return at < 0 ? null : (cell.values[at] ?? null)
}

export function cellNumber(group: GroupDocument, cell: GroupCell, path: string): number {
  const text = cellValue(group, cell, path)
  return text === null ? Number.NaN : Number(text)
}

/** Cells of these items; all for none. */
export function cellsOf(group: GroupDocument, items: readonly string[]): readonly GroupCell[] {
  return items.length === 0 ? group.cells : group.cells.filter((cell) => items.includes(cell.item))
}

/** The suite's charts of items that are among what was chosen, and how many are of none: those will never show anything. */
export function chartsOf(group: GroupDocument): { charts: readonly SuiteChart[]; left_out: number } {
  const all = group.suite?.charts ?? []
  const charts = all.filter((chart) => cellsOf(group, chart.items).length > 0)
  return { charts, left_out: all.length - charts.length }
}

export function metricOf(cell: GroupCell, name: string): SummaryMetric | undefined {
  return cell.metrics.find((metric) => metric.name === name)
}

/** What the backend found by comparing runs for a chart of this name; nothing for a chart of another kind. */
export function figuresOf(group: GroupDocument, chart: string): ChartFigures | undefined {
  return group.chart_figures.find((figures) => figures.chart === chart)
}

/** Parameters of which these cells have more than one value. */
export function varyingAxes(group: GroupDocument, cells: readonly GroupCell[]): readonly GroupAxis[] {
  return group.axes.filter(
    (axis) =>
      new Set(cells.map((cell) => cellValue(group, cell, axis.path)).filter((value) => value !== null)).size > 1,
  )
}

/** What sets one cell apart from these others; the cell's own label if nothing does. */
export function cellName(group: GroupDocument, cell: GroupCell, axes: readonly GroupAxis[]): string {
  const parts = axes.flatMap((axis) => {
    const value = cellValue(group, cell, axis.path)
    return value === null ? [] : [namedValue(axis, value)]
  })
  return parts.length === 0 ? cell.label : parts.join(', ')
}

/** Metric names, those first that say most. */
export function metricNames(group: GroupDocument): string[] {
  const names = group.metrics.map((metric) => metric.name)
  const leading = group.cells.flatMap((cell) => leadingMetrics(cell.run.workload))
  return [...new Set([...leading, ...names])].filter((name) => names.includes(name))
}

/** Repeats that have measured something, over all cells: grows whenever there is more to draw. */
export function measuredRepeats(group: GroupDocument): number {
  return group.cells.reduce((sum, cell) => sum + (cell.metrics[0]?.values.length ?? 0), 0)
}

/** Has ended, one way or another. */
export function groupEnded(group: GroupDocument): boolean {
  const { state } = group.summary
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

/** Titles without the parts that all of them end with: `Update, mean of a step` beside `Idle, mean of a step` is `Update`. */
export function shortTitles(titles: readonly string[]): string[] {
  const parts = titles.map((title) => title.split(', '))
  let shared = 0
  const tail = (at: number) => new Set(parts.map((words) => words.at(-1 - at)))
  while (titles.length > 1 && parts.every((words) => words.length > shared + 1) && tail(shared).size === 1) shared += 1
  return parts.map((words) => words.slice(0, words.length - shared).join(', '))
}

/** What a table says of the figures of the cells. */
export function figuresText({ cells }: Pick<GroupDocument, 'cells'>): string {
  const kinds = new Set(cells.flatMap((cell) => cell.metrics.filter(hasInterval).map((metric) => metric.interval)))
  if (kinds.size === 0) return 'one repeat each'
  if (kinds.size === 2) return 'median over repeats; below it the 95 % interval, of fewer than five repeats the range'
  return kinds.has('confidence') ? 'median over repeats, 95 % interval below' : 'median over repeats, their range below'
}
