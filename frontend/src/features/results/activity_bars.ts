import type { ChartTable } from '@/components/chart_card'
import { formatShare } from '@/lib/format/number'
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

/** A share that would be rounded to nothing is told from none. */
function shareText(share: number): string {
  return share > 0 && share < 0.0005 ? `under ${formatShare(0.001)}` : formatShare(share)
}

/** The same in numbers: each activity of each row with its time and its share of the row, also those too thin to see. */
export function activityTable(bars: StackedBarsData): ChartTable {
  return {
    columns: [
      { title: '' },
      { title: 'activity' },
      {
        title: 'mean per step',
        unit: 'ns',
        numeric: true,
        format: (value: unknown) => bars.format(Number(value)),
      },
      { title: 'share', numeric: true, format: (value: unknown) => shareText(Number(value)) },
    ],
    rows: bars.rows.flatMap((row) => {
      const total = row.segments.reduce((sum, part) => sum + part.value, 0)
      return row.segments.map((part) => [row.label, part.label, part.value, total > 0 ? part.value / total : 0])
    }),
  }
}
