/** A group's numbers as tables: unrounded, in base units, for export and for the table view of a chart. Pure. */
import type { GroupCell, GroupDocument, SpeedUps } from '@/api/contracts'
import type { ChartColumn, ChartTable } from '@/components/chart_card'
import type { Cell } from '@/lib/csv'
import { formatFixed } from '@/lib/format/number'
import { commonScale, formatQuantity } from '@/lib/format/unit'
import { cellValue, metricOf, valueText, varyingAxes } from './group_values'

/** A figure in two modes has both in columns of their own, and no median. */
const MODES = ['lower mode', 'upper mode'] as const

/** One row for each cell: its parameters, then median, interval and repeats of each metric. */
export function cellTable(group: GroupDocument, cells: readonly GroupCell[], metrics: readonly string[]): ChartTable {
  const axes = varyingAxes(group, cells)
  const heads = metrics.flatMap((name) =>
    group.metrics
      .filter((metric) => metric.name === name)
      .map((head) => ({ ...head, has_modes: cells.some((cell) => (metricOf(cell, name)?.modes.length ?? 0) > 0) })),
  )
  const with_items = new Set(cells.map((cell) => cell.item)).size > 1
  return {
    columns: [
      { title: 'run', numeric: true },
      ...(with_items ? [{ title: 'item' }] : []),
      ...axes.map((axis): ChartColumn => ({
        title: axis.title,
        unit: axis.unit,
        numeric: axis.numeric,
        format: (value) => (typeof value === 'string' ? valueText(axis, value) : String(value ?? '–')),
      })),
      ...heads.flatMap(({ name, title, unit, has_modes }): ChartColumn[] => {
        const scale = commonScale(
          unit,
          cells.flatMap((cell) => metricOf(cell, name)?.median ?? []),
        )
        const format = (value: Cell) => (value === null ? '–' : formatQuantity(Number(value), unit, scale))
        return [
          { title, unit, numeric: true, format },
          ...(has_modes ? MODES.map((mode) => ({ title: `${title}, ${mode}`, unit, numeric: true, format })) : []),
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
      ...heads.flatMap(({ name, has_modes }): Cell[] => {
        const metric = metricOf(cell, name)
        const modes = has_modes ? MODES.map((_, side) => metric?.modes[side]?.median ?? null) : []
        if (metric === undefined) return [null, ...modes, null, null, null]
        const median = metric.modes.length > 0 ? null : metric.median
        return [median, ...modes, metric.low, metric.high, metric.values.length]
      }),
    ]),
  }
}

export function speedUpTable({ x_title, series }: SpeedUps): ChartTable {
  const has_modes = series.some((one) => one.points.some((point) => point.modes.length > 0))
  const format = (value: Cell) => (value === null ? '–' : formatFixed(Number(value), 3))
  return {
    columns: [
      { title: 'series' },
      { title: x_title, numeric: true },
      { title: 'speed-up', numeric: true, format },
      ...(has_modes ? MODES.map((mode) => ({ title: `speed-up, ${mode}`, numeric: true, format })) : []),
      { title: 'low', numeric: true, format },
      { title: 'high', numeric: true, format },
      { title: 'fitted', numeric: true, format },
      { title: 'serial fraction', numeric: true, format },
    ],
    rows: series.flatMap((one) =>
      one.points.map((point, at) => [
        one.label,
        point.x,
        ...(point.modes.length > 0 ? [null] : [point.speed_up]),
        ...(has_modes ? MODES.map((_, side) => point.modes[side] ?? null) : []),
        ...(point.modes.length > 0 ? [null, null] : [point.low, point.high]),
        one.fitted[at] ?? null,
        one.serial_fraction,
      ]),
    ),
  }
}
