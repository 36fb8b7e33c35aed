/** Traces of a run as curves and as a table. Pure. */
import type { RunDocument, Trace } from '@/api/contracts'
import type { ChartTable } from '@/components/chart_card'
import { formatNumber } from '@/lib/format/number'
import { commonScale, formatQuantity } from '@/lib/format/unit'
import type { XyChartData } from '@/viz/xy_chart'
import { tickText } from './ticks'

/** Points of a curve that are drawn; more would hide each other. The table has all. */
const DRAWN = 100

/** Traces of the last repeat that has any of this name. At most eight. */
export function lastTraces(run: RunDocument, prefix: string): readonly Trace[] {
  for (const repeat of [...run.repeats].reverse()) {
    const found = repeat.traces.filter(({ name, x }) => name.startsWith(prefix) && x.length > 0)
    if (found.length > 0) return found.slice(0, 8)
  }
  return []
}

/** A row for each point. */
export function traceTable(traces: readonly Trace[]): ChartTable {
  return {
    columns: [
      { title: 'series' },
      { title: traces[0]?.x_title ?? '', numeric: true },
      { title: 'value', unit: traces[0]?.unit ?? '', numeric: true },
    ],
    rows: traces.flatMap((trace) => trace.x.map((x, at) => [trace.title, x, trace.y[at] ?? null])),
  }
}

/** The largest of each stretch stays, so that no peak is lost. Pure. */
export function thinned(trace: Trace, most: number): readonly { x: number; y: number }[] {
  const stretch = Math.max(1, Math.ceil(trace.x.length / most))
  const points: { x: number; y: number }[] = []
  for (let from = 0; from < trace.x.length; from += stretch) {
    let peak = from
    for (let at = from; at < Math.min(from + stretch, trace.x.length); ++at) {
      if ((trace.y[at] ?? 0) > (trace.y[peak] ?? 0)) peak = at
    }
    points.push({ x: trace.x[peak] ?? 0, y: trace.y[peak] ?? 0 })
  }
  return points
}

/** A curve for each trace; null without any. */
export function traceChart(label: string, traces: readonly Trace[], logarithmic: boolean): XyChartData | null {
  const first = traces[0]
  if (first === undefined) return null
  const scale = commonScale(
    first.unit,
    traces.flatMap(({ y }) => y),
  )
  return {
    label,
    x_label: first.x_title,
    y_label: '',
    series: traces.map((trace, index) => ({
      key: trace.name,
      label: trace.title,
      colour: `var(--node-${index + 1})`,
      points: thinned(trace, DRAWN).map(({ x, y }) => ({
        x,
        y,
        low: y,
        high: y,
        values: [],
        title: `${trace.title}, ${first.x_title.toLowerCase()} ${formatNumber(x)}: ${formatQuantity(y, first.unit)}`,
      })),
    })),
    curves: [],
    published: null,
    log_x: false,
    log_y: logarithmic,
    categories: null,
    also_y: [],
    formatX: (x) => formatNumber(x, 3),
    formatTick: (y) => tickText(y, first.unit, scale),
  }
}
