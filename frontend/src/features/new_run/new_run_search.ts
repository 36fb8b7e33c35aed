import { textParam, type RawSearch } from '@/lib/search'
import type { DraftAddress } from './draft_address'

/** Where a new run starts from, and what was changed of it. */
export interface NewRunSearch extends DraftAddress {
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
  const changes = textParam(raw, 'changes')
  const sweep = textParam(raw, 'sweep')
  const shown = {
    ...(family === undefined ? {} : { family }),
    ...(changes === undefined ? {} : { changes }),
    ...(sweep === undefined ? {} : { sweep }),
  }
  if (from !== undefined) return { from, ...shown }
  return preset === undefined ? shown : { preset, ...shown }
}
