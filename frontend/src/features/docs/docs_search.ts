import { textParam, type RawSearch } from '@/lib/search'

export interface DocsSearch {
  /** What is searched for. */
  readonly q?: string
}

export function parseDocsSearch(raw: RawSearch): DocsSearch {
  const q = textParam(raw, 'q')
  return q === undefined ? {} : { q }
}
