/** Which published curve, if any, belongs over a suite's chart: only one whose table has the same parameter. Pure. */
import type { LinesChart, PublishedTable } from '@/api/contracts'
import { formatNumber } from '@/lib/format/number'
import type { XyPublished } from '@/viz/xy_chart'
import { curvesOf, sourceText } from '../reference/published'

export function publishedFor(chart: LinesChart, tables: readonly PublishedTable[]): XyPublished | null {
  // Panels of several metrics or facets would show the same curve again and again as if it were about each.
  if (chart.metrics.length > 1 || chart.facet !== null) return null
  const parameter = chart.x.split('.').at(-1) ?? ''
  for (const id of chart.published) {
    const table = tables.find((one) => one.id === id)
    const curve = table === undefined ? undefined : curvesOf(table, parameter)[0]
    if (table === undefined || curve === undefined) continue
    return {
      label: `${curve.label}; ${sourceText(table)}`,
      axis_label: `published, ${table.unit}`,
      points: curve.points,
      format: (value) => formatNumber(value),
    }
  }
  return null
}
