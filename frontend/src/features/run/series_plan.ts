/** Which series of a run can be drawn, from the columns of its schemas, and how: pure. */
import type { Column, FrameSchema, RunDocument, Series } from '@/api/contracts'
import { formatCount } from '@/lib/format/number'
import { commonScale } from '@/lib/format/unit'
import { shortNote } from '@/lib/short_note'
import type { PlotlyMark, PlotlyTrace } from '@/viz/plotly'
import { stripColumns } from '../results/readings'

export type SeriesFrame = 'window' | 'samples'

export interface SeriesChoice {
  readonly key: string
  readonly title: string
  readonly unit: string
  readonly line: string
  /** Upper edge of a band over the line. */
  readonly high: string | null
}

export interface SeriesPlan {
  readonly choices: readonly SeriesChoice[]
  /** The column of the x axis: the step; null if rows are only counted. */
  readonly x: string | null
  readonly x_title: string
}

export function schemaOf(run: RunDocument, frame: SeriesFrame): FrameSchema | null {
  return run.schemas.find((schema) => schema.kind === frame) ?? null
}

export function seriesPlan(schema: FrameSchema): SeriesPlan {
  const index = schema.columns.find((column) => column.role === 'index')
  const strip = stripColumns(schema)
  const choices: SeriesChoice[] = []
  if (strip !== null)
    choices.push({
      key: keyOf(schema, strip.typical),
      title: seriesTitle(schema, strip.typical),
      unit: strip.unit,
      line: strip.typical,
      high: strip.slow,
    })
  for (const column of schema.columns) {
    if (!DRAWN.includes(column.role)) continue
    if (choices.some((choice) => choice.line === column.name || choice.high === column.name)) continue
    if (column.role === 'duration' && choices.some((choice) => choice.key === column.series)) continue
    choices.push({ key: column.name, title: titleOf(column), unit: column.unit, line: column.name, high: null })
  }
  return { choices, x: index?.name ?? null, x_title: index === undefined ? 'row' : 'step' }
}

const DRAWN: readonly Column['role'][] = ['duration', 'activity', 'gauge', 'messages', 'bytes', 'counter']

function keyOf(schema: FrameSchema, name: string): string {
  return schema.columns.find((column) => column.name === name)?.series ?? name
}

function seriesTitle(schema: FrameSchema, name: string): string {
  const column = schema.columns.find((one) => one.name === name)
  return column === undefined ? name : column.title
}

function titleOf(column: Column): string {
  if (column.role === 'activity') return `${column.title}, a step`
  if (column.role === 'bytes' && !/byte/i.test(column.title)) return `${column.title}, bytes`
  return column.title
}

export interface DrawnSeries {
  readonly traces: readonly PlotlyTrace[]
  readonly y_title: string
  /** Rare peaks are left out of what is seen at first. */
  readonly y_max: number | null
  readonly thinned: boolean
  readonly total_rows: number
}

/**
 * Lines by node, with a band: to the slow end, or around the mean where rows were thinned. A window stands at its first
 * step. `to_end`: the last row is the last window of a repeat that is done, and its values hold to the last step.
 */
export function drawSeries(
  run: RunDocument,
  items: readonly Series[],
  choice: SeriesChoice,
  x: string | null,
  to_end = false,
): DrawnSeries {
  const column = (series: Series, name: string) => series.columns.find((one) => one.name === name)?.values ?? []
  const scale = commonScale(
    choice.unit,
    items.flatMap((series) => [usualOf(column(series, choice.high ?? choice.line))]),
  )
  const traces = items.flatMap((series): PlotlyTrace[] => {
    const node = run.nodes.find((one) => one.index === series.node_index)
    const name = node?.name ?? `node ${series.node_index}`
    const colour = `--node-${node?.colour ?? 8}`
    const line = column(series, choice.line)
    // A node that only receives has no steps of its own, and no line.
    if (line.every((value) => value === null)) return []
    const starts = x === null ? line.map((_, row) => row) : column(series, x).map((value) => value ?? Number.NaN)
    const end = to_end && x !== null ? (series.total_steps ?? 0) : 0
    const is_longer = end > (starts.at(-1) ?? end)
    const xs = is_longer ? [...starts, end] : starts
    const scaled = (values: readonly (number | null)[]) => {
      const drawn = values.map((value) => (value === null ? null : value * scale.factor))
      return is_longer ? [...drawn, drawn.at(-1) ?? null] : drawn
    }
    const low = column(series, `${choice.line}.min`)
    const high = choice.high === null ? column(series, `${choice.line}.max`) : column(series, choice.high)
    const traced: PlotlyTrace[] = []
    if (high.length > 0) {
      const from = choice.high === null && low.length > 0 ? low : line
      traced.push({ name, x: xs, y: scaled(from), colour, silent: true })
      traced.push({ name, x: xs, y: scaled(high), colour, silent: true, fill: true })
    }
    traced.push({ name, x: xs, y: scaled(line), colour, hover: `%{y:.4~g} ${scale.unit}` })
    return traced
  })
  return {
    traces,
    y_title: scale.unit,
    y_max: usualTop(traces),
    thinned: items.some((series) => series.thinned),
    total_rows: items.reduce((sum, series) => sum + series.total_rows, 0),
  }
}

/** From the first to the last step of series over all rows; null if there is no axis of steps. */
export function wholeOf(items: readonly Series[], x: string | null): readonly [number, number] | null {
  const all = items.flatMap(({ columns, total_steps }) => {
    const steps = columns.find(({ name }) => name === x)?.values.filter((step) => step !== null) ?? []
    return steps.length === 0 ? [] : [steps[0] ?? 0, Math.max(steps.at(-1) ?? 0, total_steps ?? 0)]
  })
  return all.length === 0 ? null : [Math.min(...all), Math.max(...all)]
}

/** Notes on steps of a repeat, as lines across the chart. */
export function noteMarks(run: RunDocument, repeat: number): PlotlyMark[] {
  return run.annotations.flatMap((note) =>
    note.repeat === repeat && note.step !== null
      ? [{ x: note.step, text: shortNote(note.text), colour: '--ink-2' }]
      : [],
  )
}

/** Says that steps are missing in samples; empty if every step was recorded. */
export function recordedShare(items: readonly Series[]): string {
  const partial = items.filter(({ total_rows, total_steps }) => total_steps !== null && total_rows < total_steps)
  const [least] = partial.toSorted((a, b) => a.total_rows - b.total_rows)
  if (least === undefined) return ''
  return `${formatCount(least.total_rows)} of ${formatCount(least.total_steps ?? 0)} steps recorded`
}

/** The unit fits what is seen at first, not one peak. */
function usualOf(values: readonly (number | null)[]): number {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.75)] ?? 0
}

/** Rows that hold a part of the x axis, with a margin, from a coarser series over all rows. */
export function rowsFor(series: Series, x: string | null, range: readonly [number, number]): readonly [number, number] {
  const all = series.columns.find((one) => one.name === x)?.values
  const count = series.points
  if (count === 0) return [0, series.total_rows]
  const rows_a_point = series.total_rows / count
  let first = 0
  let last = count
  if (all === undefined) {
    first = Math.floor(range[0] / rows_a_point)
    last = Math.ceil(range[1] / rows_a_point)
  } else {
    first = all.findIndex((value) => (value ?? 0) >= range[0])
    if (first < 0) first = count - 1
    const after = all.findIndex((value) => (value ?? 0) > range[1])
    last = after < 0 ? count : after
  }
  const from = Math.max(0, Math.floor((first - 2) * rows_a_point))
  const to = Math.min(series.total_rows, Math.ceil((last + 2) * rows_a_point))
  return [from, Math.max(from + 1, to)]
}

/** Of the height at first, lines take at least this share: a wide band does not flatten them. */
const LINES_SHARE = 0.3

/** What nineteen of twenty points stay under; null if no peak and no band stands far out. */
function usualTop(traces: readonly PlotlyTrace[]): number | null {
  const all = sortedValues(traces)
  const lines = sortedValues(traces.filter(({ silent }) => silent !== true))
  const usual = Math.min(most(all, 0.95) * 1.25, most(lines, 0.95) / LINES_SHARE)
  return usual > 0 && most(all, 1) > usual * 1.6 ? usual : null
}

function sortedValues(traces: readonly PlotlyTrace[]): Float64Array {
  const values = traces.flatMap(({ y }) => Array.from(y))
  return Float64Array.from(values.filter((value) => value !== null && Number.isFinite(value)) as number[]).sort()
}

/** The greatest of the smallest `share` of the values. */
function most(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
