/** Figures of cells as shares of another cell's figure, for lines charts with `relative_to`. Pure. */
import type { GroupCell, GroupDocument, LinesChart, SummaryMetric } from '@/api/contracts'
import { axisOf, cellValue, metricOf, namedValue } from './group_values'
import { conditionOf, fits } from './published_curves'

export type RelativePlan = Pick<LinesChart, 'x' | 'facet' | 'relative_to'>

/**
 * The cell's figure as a share of the same figure in the cell of `cells` that meets `relative_to` at the same x and
 * facet; the figure itself if `relative_to` is empty. Undefined if one of the two is not measured. The interval takes
 * the ends of both intervals at once, so it is never narrower than the share's own.
 */
export function relativeMetric(
  group: GroupDocument,
  cells: readonly GroupCell[],
  cell: GroupCell,
  name: string,
  plan: RelativePlan,
): SummaryMetric | undefined {
  const its = metricOf(cell, name)
  if (plan.relative_to.length === 0 || its === undefined) return its
  const where = plan.relative_to.map(conditionOf)
  const same = (other: GroupCell, path: string) => cellValue(group, other, path) === cellValue(group, cell, path)
  const base_cell = cells.find(
    (other) => fits(group, other, where) && same(other, plan.x) && (plan.facet === null || same(other, plan.facet)),
  )
  const base = base_cell === undefined ? undefined : metricOf(base_cell, name)
  if (base === undefined || base.median <= 0 || base.low <= 0) return undefined
  const against = where.flatMap(([path, value]) => {
    const axis = axisOf(group, path)
    return axis === undefined ? [] : [namedValue(axis, value)]
  })
  return {
    ...its,
    title: `${its.title}, share of that with ${against.join(', ')}`,
    unit: 'share',
    values: its.values.map((value) => value / base.median),
    median: its.median / base.median,
    low: its.low / base.high,
    high: its.high / base.low,
    modes: [],
  }
}
