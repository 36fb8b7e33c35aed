import type { RawSearch } from '@/lib/search'

/** The view state of this page that is in the address. */
export type RunsSearch = Record<string, never>

export function parseRunsSearch(_raw: RawSearch): RunsSearch {
  return {}
}
