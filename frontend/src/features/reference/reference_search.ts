import { textParam, type RawSearch } from '@/lib/search'

/** The view state of this page that is in the address. */
export interface ReferenceSearch {
  /** Id of the table that is shown. */
  readonly table?: string
  /** Only tables of this source. */
  readonly source?: string
}

export function parseReferenceSearch(raw: RawSearch): ReferenceSearch {
  const table = textParam(raw, 'table')
  const source = textParam(raw, 'source')
  return { ...(table === undefined ? {} : { table }), ...(source === undefined ? {} : { source }) }
}
