/** The list's filter, for the server and for what the live stream brings. */
import type { RunsFilter } from '@/api/queries'
import type { RunSummary } from '@/api/contracts'
import type { RunsSearch } from './runs_search'

export function serverFilter(search: RunsSearch): RunsFilter {
  const { q = null, state = null, tag = null, node = null, preset = null, group = null } = search
  const { workload = null, since = null, until = null, commit = null } = search
  const archived = search.archived === 'yes'
  const collapsed = isCollapsed(search)
  const set = [...settingsOf(search)]
  return { q, state, tag, node, preset, group, workload, since, until, commit, set, archived, collapsed }
}

/** The texts `path=value` of the address. */
export function settingsOf({ set = '' }: RunsSearch): readonly string[] {
  return [...new Set(set.split(';').filter((text) => text !== ''))]
}

/** For the address; undefined without settings. */
export function settingsText(settings: readonly string[]): string | undefined {
  return settings.length === 0 ? undefined : [...new Set(settings)].join(';')
}

/** Takes all filters away; order, columns and archive stay. */
export const NO_FILTERS = {
  q: undefined,
  state: undefined,
  tag: undefined,
  node: undefined,
  preset: undefined,
  group: undefined,
  workload: undefined,
  since: undefined,
  until: undefined,
  commit: undefined,
  set: undefined,
} as const satisfies { readonly [Key in keyof RunsSearch]?: undefined }

/** Sweeps and suites are one row each, unless an order or a group puts their runs apart. */
export function isCollapsed({ sort, group }: RunsSearch): boolean {
  return sort === undefined && group === undefined
}

export function isFiltered(search: RunsSearch): boolean {
  return Object.keys(NO_FILTERS).some((key) => search[key as keyof typeof NO_FILTERS] !== undefined)
}

/** Whether a run was created within the days or instants of the address. */
function isCreatedWithin(run: RunSummary, { since, until }: RunsSearch): boolean {
  // A day has the form of the beginning of each of its instants.
  if (since !== undefined && run.created_at < since) return false
  return until === undefined || run.created_at <= until || run.created_at.startsWith(until)
}

/** Whether a run belongs into the list. A summary has neither commit nor settings: with such a filter, a new run comes
 * with the next answer of the server. The text is looked for where the summary has it; the server also looks into notes. */
export function matches(run: RunSummary, search: RunsSearch): boolean {
  if (run.archived !== (search.archived === 'yes')) return false
  if (search.state !== undefined && run.state !== search.state) return false
  if (search.tag !== undefined && !run.tags.includes(search.tag)) return false
  if (search.node !== undefined && !run.nodes.includes(search.node)) return false
  if (search.preset !== undefined && run.preset !== search.preset) return false
  if (search.group !== undefined && run.group?.id !== search.group) return false
  if (search.workload !== undefined && run.workload !== search.workload) return false
  if (search.commit !== undefined || search.set !== undefined) return false
  if (!isCreatedWithin(run, search)) return false
  if (search.q === undefined) return true
  const text = search.q.toLowerCase()
  const where = [run.name, ...run.tags, run.preset ?? '', ...run.nodes].join('\n').toLowerCase()
  return where.includes(text) || String(run.number) === text.replace(/^#/, '')
}

/**
 * What was listed, with what the stream knows newer. A run that is new on the stream is put in front if it fits the filter; one
 * that was listed stays until the server says otherwise, unless it plainly no longer fits.
 */
export function mergeLive(
  listed: readonly RunSummary[],
  live: readonly RunSummary[],
  search: RunsSearch,
): readonly RunSummary[] {
  if (live.length === 0) return listed
  const newer = new Map(live.map((run) => [run.id, run]))
  const newest = listed[0]?.number ?? 0
  const arrived = live.filter((run) => run.number > newest && matches(run, search))
  const kept = listed
    .map((run) => newer.get(run.id) ?? run)
    .filter((run) => {
      if (run.archived !== (search.archived === 'yes')) return false
      return search.state === undefined || run.state === search.state
    })
  return arrived.length === 0 ? kept : [...arrived.toSorted((a, b) => b.number - a.number), ...kept]
}
