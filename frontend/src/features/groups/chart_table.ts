/** A group's numbers as tables: unrounded, in base units, for export and for the table view of a chart. Pure. */
import type { GroupCell, GroupDocument, SpeedUps } from '@/api/contracts'
import type { ChartColumn, ChartTable } from '@/components/chart_card'
import type { Cell } from '@/lib/csv'
import { formatFixed } from '@/lib/format/number'
import { commonScale, formatQuantity } from '@/lib/format/unit'
import { cellValue, metricOf, valueText, varyingAxes } from './group_values'

/** One row for each cell: its parameters, then median, interval and repeats of each metric. */
export function cellTable(group: GroupDocument, cells: readonly GroupCell[], metrics: readonly string[]): ChartTable {
  const axes = varyingAxes(group, cells)
  const heads = metrics.flatMap((name) => group.metrics.find((metric) => metric.name === name) ?? [])
  const with_items = new Set(cells.map((cell) => cell.item)).size > 1
  return {
    columns: [
      { title: 'run', numeric: true },
      ...(with_items ? [{ title: 'item' }] : []),
      ...axes.map((axis): ChartColumn => ({
        title: axis.title,
        unit: axis.unit,
        numeric: axis.numeric,
        format: (value) => (typeof value === 'string' ? valueText(value) : String(value ?? '–')),
      })),
      ...heads.flatMap(({ name, title, unit }): ChartColumn[] => {
        const scale = commonScale(
          unit,
          cells.flatMap((cell) => metricOf(cell, name)?.median ?? []),
        )
        const format = (value: Cell) => (value === null ? '–' : formatQuantity(Number(value), unit, scale))
        return [
          { title, unit, numeric: true, format },
          { title: `${title}, low`, unit, numeric: true, format },
          { title: `${title}, high`, unit, numeric: true, format },
          { title: `${title}, repeats`, numeric: true },
        ]
      }),
    ],
    rows: cells.map((cell) => [
      cell.run.number,
      ...(with_items ? [cell.item] : []),
      ...axes.map((axis): Cell => {
        const value = cellValue(group, cell, axis.path)
        return value !== null && axis.numeric ? Number(value) : value
      }),
      ...heads.flatMap(({ name }): Cell[] => {
        const metric = metricOf(cell, name)
        if (metric === undefined) return [null, null, null, null]
        return [metric.median, metric.low, metric.high, metric.values.length]
      }),
    ]),
  }
}

export function speedUpTable({ x_title, series }: SpeedUps): ChartTable {
  const format = (value: Cell) => (value === null ? '–' : formatFixed(Number(value), 3))
  return {
    columns: [
      { title: 'series' },
      { title: x_title, numeric: true },
      { title: 'speed-up', numeric: true, format },
      { title: 'low', numeric: true, format },
      { title: 'high', numeric: true, format },
      { title: 'fitted', numeric: true, format },
      { title: 'serial fraction', numeric: true, format },
    ],
    rows: series.flatMap((one) =>
      one.points.map((point, at) => [
        one.label,
        point.x,
        point.speed_up,
        point.low,
        point.high,
        one.fitted[at] ?? null,
        one.serial_fraction,
      ]),
    ),
  }
}
