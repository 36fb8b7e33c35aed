import type { RawSearch } from '@/lib/search'

/** The view state of this page that is in the address. */
export type ReferenceSearch = Record<string, never>

export function parseReferenceSearch(_raw: RawSearch): ReferenceSearch {
  return {}
}
