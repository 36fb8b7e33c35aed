import { textParam, type RawSearch } from '@/lib/search'

/** Where a new run starts from; the rest of the form is kept in this tab's session storage. */
export interface NewRunSearch {
  /** A preset's name. */
  readonly preset?: string
  /** The id or number of a run whose spec is taken. */
  readonly from?: string
  /** The family of workloads whose presets are shown. */
  readonly family?: string
}

export function parseNewRunSearch(raw: RawSearch): NewRunSearch {
  const preset = textParam(raw, 'preset')
  const from = textParam(raw, 'from')
  const family = textParam(raw, 'family')
  const shown = family === undefined ? {} : { family }
  if (from !== undefined) return { from, ...shown }
  return preset === undefined ? shown : { preset, ...shown }
}
