import { textParam, type RawSearch } from '@/lib/search'

/** The view state of this page that is in the address. */
export interface CompareSearch {
  /** Ids of the compared runs, separated by commas, in their order. */
  readonly runs?: string
  /** Id of the run that the others are compared with; the first if missing. */
  readonly baseline?: string
  /** Path of the setting on the chart's axis. */
  readonly x?: string
  /** Name of the metric that the chart shows. */
  readonly metric?: string
  /** Id of a published table, or `none`. */
  readonly published?: string
}

export function parseCompareSearch(raw: RawSearch): CompareSearch {
  const search: Record<string, string> = {}
  for (const key of ['runs', 'baseline', 'x', 'metric', 'published']) {
    const value = textParam(raw, key)
    if (value !== undefined) search[key] = value
  }
  return search
}

/** The runs of an address, without doubles. */
export function runsOf(search: CompareSearch): readonly string[] {
  return [...new Set((search.runs ?? '').split(',').filter((id) => id !== ''))]
}
