/** Names the figures of a chart whose repeats are in two modes. Pure. */
import type { BreakdownChart, GroupDocument, HeatChart, LinesChart } from '@/api/contracts'
import { modesText } from '@/lib/metric_words'
import { cellName, cellsOf, varyingAxes } from './group_values'
import { figureOf } from './line_panels'

/** More are counted. */
const NAMED = 3

type Chart = LinesChart | HeatChart | BreakdownChart

/** `Two modes, both drawn: entities 20: 600 ns in 3 repeats, 50 us in 2 repeats.`; null if no figure has two. */
export function modesNote(group: GroupDocument, chart: Chart): string | null {
  const cells = cellsOf(group, chart.items)
  const axes = varyingAxes(group, cells)
  const names = 'metrics' in chart ? chart.metrics : [chart.metric]
  const plan = { name: chart.name, relative_to: chart.kind === 'lines' ? chart.relative_to : [] }
  const found = cells.flatMap((cell) =>
    names.flatMap((name) => {
      const metric = figureOf(group, cell, name, plan)
      const modes = metric === undefined ? null : modesText(metric)
      if (metric === undefined || modes === null) return []
      const where = cellName(group, cell, axes)
      return [`${names.length > 1 ? `${metric.title}, ` : ''}${where}: ${modes}`]
    }),
  )
  if (found.length === 0) return null
  const more = found.length > NAMED ? `; and ${found.length - NAMED} more` : ''
  return `Two modes, both drawn: ${found.slice(0, NAMED).join('; ')}${more}.`
}
