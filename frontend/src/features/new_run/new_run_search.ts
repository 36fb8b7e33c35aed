import { textParam, type RawSearch } from '@/lib/search'

/** Where a new run starts from; the rest of the form is kept in this tab's session storage. */
export interface NewRunSearch {
  /** A preset's name. */
  readonly preset?: string
  /** The id or number of a run whose spec is taken. */
  readonly from?: string
}

export function parseNewRunSearch(raw: RawSearch): NewRunSearch {
  const preset = textParam(raw, 'preset')
  const from = textParam(raw, 'from')
  if (from !== undefined) return { from }
  return preset === undefined ? {} : { preset }
}
