/** Names the figures of a chart that are in two modes. Pure. */
import type { BreakdownChart, GroupDocument, HeatChart, LinesChart, SpeedUps } from '@/api/contracts'
import { formatParameter } from '@/lib/format/number'
import { modesOverTime, modesText } from '@/lib/metric_words'
import { cellName, cellsOf, figuresOf, varyingAxes } from './group_values'
import { figureOf } from './line_panels'

/** More are counted. */
const NAMED = 3

type Chart = LinesChart | HeatChart | BreakdownChart

/**
 * `Two modes, both drawn: entities 20: 600 ns in 3 repeats, 50 us in 2 repeats.`, then figures in two modes over time and
 * figures that are left out; null if there is nothing of it.
 */
export function modesNote(group: GroupDocument, chart: Chart): string | null {
  const cells = cellsOf(group, chart.items)
  const axes = varyingAxes(group, cells)
  const names = 'metrics' in chart ? chart.metrics : [chart.metric]
  const plan = { name: chart.name, relative_to: chart.kind === 'lines' ? chart.relative_to : [] }
  const figures = cells.flatMap((cell) =>
    names.flatMap((name) => {
      const metric = figureOf(group, cell, name, plan)
      if (metric === undefined) return []
      const where = `${names.length > 1 ? `${metric.title}, ` : ''}${cellName(group, cell, axes)}`
      return [{ cell, metric, where, modes: modesText(metric) }]
    }),
  )
  const over_time = figures.filter(
    ({ cell, metric, modes }) => modes === null && modesOverTime(metric, cell.window_modes) !== null,
  )
  const notes = [
    ...sentence(
      'Two modes, both drawn',
      figures.flatMap(({ where, modes }) => (modes === null ? [] : [`${where}: ${modes}`])),
    ),
    ...sentence(
      'Two modes over time, only the median drawn',
      over_time.map(({ where }) => where),
    ),
    ...(chart.kind === 'lines' ? (figuresOf(group, chart.name)?.left_out ?? []).slice(0, NAMED) : []),
  ]
  return notes.length === 0 ? null : notes.join(' ')
}

/** Where a speed-up has no point, as neither side has a median, and what the fit leaves out; null if nothing is left out. */
export function speedUpNote({ series, baseline_x }: SpeedUps): string | null {
  const named = (key: 'left_out' | 'not_fitted') =>
    series
      .filter((one) => one[key].length > 0)
      .map((one) => `${one.label === '' ? '' : `${one.label}, `}${one[key].map(formatParameter).join(', ')}`)
      .join('; ')
  const [left_out, not_fitted] = [named('left_out'), named('not_fitted')]
  const base = baseline_x === null ? '' : ` or at ${formatParameter(baseline_x)}`
  const notes = [
    ...(left_out === ''
      ? []
      : [`No speed-up, as the repeats there${base} have no median, being in two modes: ${left_out}.`]),
    ...(not_fitted === '' ? [] : [`Amdahl’s law leaves out repeats in two modes: ${not_fitted}.`]),
  ]
  return notes.length === 0 ? null : notes.join(' ')
}

function sentence(what: string, found: readonly string[]): string[] {
  if (found.length === 0) return []
  const more = found.length > NAMED ? `; and ${found.length - NAMED} more` : ''
  return [`${what}: ${found.slice(0, NAMED).join('; ')}${more}.`]
}
