import type { ChartTable } from '@/components/chart_card'
import { commonScale, formatQuantity, quantity } from '@/lib/format/unit'
import type { StackedBarsData } from '@/viz/stacked_bars'
import { activityColours } from '@/viz/tokens'
import { tickText } from './ticks'

export interface ActivityRow {
  readonly key: string
  readonly label: string
  readonly note?: string
  readonly colour?: string
  /** Mean per step, in ns. */
  readonly activities: readonly { readonly name: string; readonly title: string; readonly value: number }[]
}

/** Rows of activities as stacked bars: one colour for each activity, one unit for all. Pure. */
export function activityBars(label: string, rows: readonly ActivityRow[]): StackedBarsData {
  // Colours are given to all activities, so that each keeps its own; those that never happened are left out of the chart.
  const names = [...new Set(rows.flatMap((row) => row.activities.map(({ name }) => name)))]
  const colours = activityColours(names)
  const happened = new Set(
    rows.flatMap((row) => row.activities.filter(({ value }) => value > 0).map(({ name }) => name)),
  )
  const totals = rows.map((row) =>
    row.activities.reduce((sum, { value }) => sum + (Number.isFinite(value) ? value : 0), 0),
  )
  const scale = commonScale('ns', totals)
  return {
    label,
    format: (value) => formatQuantity(value, 'ns', scale),
    formatTick: (value) => tickText(value, 'ns', scale),
    formatShort: (value) => quantity(value, 'ns', scale, 2).text,
    rows: rows.map(({ activities, ...row }) => ({
      ...row,
      segments: activities
        .filter(({ name }) => happened.has(name))
        .map(({ name, title, value }) => ({
          key: name,
          label: title,
          value: Number.isFinite(value) ? value : 0,
          colour: colours.get(name) ?? 'var(--node-8)',
        })),
    })),
  }
}

/** The same in numbers. */
export function activityTable(bars: StackedBarsData): ChartTable {
  const activities = bars.rows.find((row) => row.segments.length > 0)?.segments ?? []
  return {
    columns: [
      { title: '' },
      ...activities.map(({ label }) => ({
        title: label,
        unit: 'ns',
        numeric: true,
        format: (value: unknown) => formatQuantity(Number(value), 'ns'),
      })),
    ],
    rows: bars.rows.map((row) => [row.label, ...row.segments.map((part) => part.value)]),
  }
}
