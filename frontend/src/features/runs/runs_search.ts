import { RunStateValues, type RunState } from '@/api/contracts'
import { choiceParam, listParam, textParam, type RawSearch } from '@/lib/search'

/** The list's filters, order and columns: all of its view is in the address. */
export interface RunsSearch {
  readonly q?: string
  readonly state?: RunState
  readonly tag?: string
  readonly node?: string
  readonly preset?: string
  /** Id of a sweep or suite. */
  readonly group?: string
  readonly workload?: string
  /** Days in UTC, `2026-03-03`, or instants; both included. */
  readonly since?: string
  readonly until?: string
  /** Beginning of the commit of the console or of a worker. */
  readonly commit?: string
  /** Settings `path=value` that all must fit, with semicolons between them. */
  readonly set?: string
  readonly archived?: 'yes'
  /** A column's key; with a minus in front, descending. Undefined: newest first. */
  readonly sort?: string
  /** Keys of the columns shown, with commas; undefined: the usual ones. */
  readonly columns?: string
}

const TEXTS = [
  'q',
  'tag',
  'node',
  'preset',
  'group',
  'sort',
  'workload',
  'since',
  'until',
  'commit',
  'set',
] as const satisfies readonly (keyof RunsSearch)[]

export function parseRunsSearch(raw: RawSearch): RunsSearch {
  const search: Record<string, string> = {}
  for (const key of TEXTS) {
    const value = textParam(raw, key)
    if (value !== undefined) search[key] = value
  }
  const state = choiceParam(raw, 'state', RunStateValues)
  if (state !== undefined) search['state'] = state
  if (textParam(raw, 'archived') === 'yes') search['archived'] = 'yes'
  const columns = listParam(raw, 'columns')
  if (columns.length > 0) search['columns'] = columns.join(',')
  return search
}
