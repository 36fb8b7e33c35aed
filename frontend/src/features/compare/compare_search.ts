import type { RawSearch } from '@/lib/search'

/** The view state of this page that is in the address. */
export type CompareSearch = Record<string, never>

export function parseCompareSearch(_raw: RawSearch): CompareSearch {
  return {}
}
