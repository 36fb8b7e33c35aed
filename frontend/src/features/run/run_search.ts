import type { RawSearch } from '@/lib/search'

/** The view state of this page that is in the address. */
export type RunSearch = Record<string, never>

export function parseRunSearch(_raw: RawSearch): RunSearch {
  return {}
}
