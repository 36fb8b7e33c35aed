import { choiceParam, listParam, textParam, type RawSearch } from '@/lib/search'

export const CHART_KINDS = ['lines', 'heat', 'speedup', 'breakdown'] as const
export type ChartKind = (typeof CHART_KINDS)[number]

/** The view state of a sweep's or suite's page that is in the address. */
export interface GroupSearch {
  readonly chart?: ChartKind
  /** Name of the suite's item that the chart shows; absent, the first that has something to draw. */
  readonly item?: string
  /** Name of the metric that the chart shows. */
  readonly metric?: string
  /** Path of the parameter along the axis. */
  readonly x?: string
  /** Path of the parameter that tells lines apart; up the side of a heat map. */
  readonly by?: string
  /** Path of the parameter that has a panel for each value. */
  readonly facet?: string
  /** Axes that are logarithmic: `x`, `y`, both or `none`; absent, as the parameter's values suggest. */
  readonly log?: string
  /** Names of the metrics in the table. */
  readonly columns?: string
  /** Name of the baseline to compare with; `none`: with none; absent, the newest of the same kind. */
  readonly baseline?: string
}

export function parseGroupSearch(raw: RawSearch): GroupSearch {
  const search: Record<string, string> = {}
  for (const key of ['item', 'metric', 'x', 'by', 'facet', 'columns', 'baseline']) {
    const value = textParam(raw, key)
    if (value !== undefined) search[key] = value
  }
  const chart = choiceParam(raw, 'chart', CHART_KINDS)
  if (chart !== undefined) search['chart'] = chart
  const log = listParam(raw, 'log').filter((axis) => axis === 'x' || axis === 'y' || axis === 'none')
  if (log.length > 0) search['log'] = log.join(',')
  return search
}
