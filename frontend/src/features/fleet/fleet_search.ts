import { choiceParam, type RawSearch } from '@/lib/search'

export interface FleetSearch {
  /** Cards for a few nodes, a table for many; undefined: by their number. */
  readonly view?: 'cards' | 'table'
}

export function parseFleetSearch(raw: RawSearch): FleetSearch {
  const view = choiceParam(raw, 'view', ['cards', 'table'] as const)
  return view === undefined ? {} : { view }
}
