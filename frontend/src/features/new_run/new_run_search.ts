import type { RawSearch } from '@/lib/search'

/** The view state of this page that is in the address. */
export type NewRunSearch = Record<string, never>

export function parseNewRunSearch(_raw: RawSearch): NewRunSearch {
  return {}
}
