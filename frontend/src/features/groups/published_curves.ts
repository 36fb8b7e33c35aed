/** Published figures that a suite's chart draws beside its cells: which figure belongs to which of them. Pure. */
import type { GroupCell, GroupDocument, PublishedTable, SuiteChart } from '@/api/contracts'
import { formatNumber } from '@/lib/format/number'
import type { XyPublished } from '@/viz/xy_chart'
import { sourceText, words } from '../reference/published'
import { axisOf, cellValue, sameValue } from './group_values'

type Curve = SuiteChart['beside'][number]
type Condition = readonly [path: string, value: string]

/** A published figure with its place. */
export interface Figure {
  readonly metric: string
  readonly value: number
  readonly where: readonly Condition[]
  /** Row and column, for people. */
  readonly label: string
}

/** A curve with its figures looked up. */
export interface Looked {
  readonly title: string
  readonly unit: string
  readonly source: string
  readonly figures: readonly Figure[]
}

/** The curves of a chart whose tables are there; figures that a table leaves out are left out. */
export function lookedUp(curves: readonly Curve[], tables: readonly PublishedTable[]): readonly Looked[] {
  return curves.flatMap((curve) => {
    const table = tables.find((one) => one.id === curve.table)
    if (table === undefined) return []
    const figures = curve.points.flatMap((point): Figure[] => {
      const row = table.rows.find((cells) => point.row.every((text) => cells.includes(text)))
      const value = row?.[table.columns.indexOf(point.column)]
      if (typeof value !== 'number') return []
      return [
        {
          metric: point.metric,
          value: value * curve.times,
          where: point.where.map(conditionOf),
          label: [...point.row, point.column].map(words).join(', '),
        },
      ]
    })
    return figures.length === 0 ? [] : [{ title: curve.title, unit: curve.unit, source: sourceText(table), figures }]
  })
}

/** Path and value of `path=value`. */
export function conditionOf(text: string): Condition {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** Whether a figure stands beside this cell: every condition must be met. */
export function fits(group: GroupDocument, cell: GroupCell, where: readonly Condition[]): boolean {
  return where.every(([path, value]) => sameValue(cellValue(group, cell, path), value))
}

/** What a panel of a lines chart draws with an axis of its own: figures of one unit, those of the panel's metrics and facet. */
export function publishedIn(
  group: GroupDocument,
  looked: readonly Looked[],
  panel: { readonly x: string; readonly metrics: readonly string[]; readonly facet: Condition | null },
): XyPublished | null {
  const x_axis = axisOf(group, panel.x)
  if (x_axis === undefined) return null
  const place = (text: string) =>
    x_axis.numeric ? Number(text) : x_axis.values.findIndex((value) => sameValue(value, text))
  const here = looked.flatMap((curve) => {
    const points = curve.figures
      .filter(({ metric, where }) => panel.metrics.includes(metric) && ofFacet(where, panel.facet))
      .map(({ value, where, label }) => {
        const at = where.find(([path]) => path === panel.x)
        return { x: at === undefined ? null : place(at[1]), y: value, label }
      })
      .filter(({ x }) => x === null || x >= 0)
    return points.length === 0 ? [] : [{ label: curve.title, unit: curve.unit, points }]
  })
  const unit = here[0]?.unit
  if (unit === undefined) return null
  return {
    axis_label: `published, ${unit}`,
    curves: here.filter((curve) => curve.unit === unit),
    format: (value) => formatNumber(value),
  }
}

function ofFacet(where: readonly Condition[], facet: Condition | null): boolean {
  if (facet === null) return true
  const own = where.find(([path]) => path === facet[0])
  return own === undefined || sameValue(facet[1], own[1])
}
