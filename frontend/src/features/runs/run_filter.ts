/** The list's filter, for the server and for what the live stream brings. */
import type { RunsFilter } from '@/api/queries'
import type { RunSummary } from '@/api/contracts'
import type { RunsSearch } from './runs_search'

export function serverFilter(search: RunsSearch): RunsFilter {
  const { q = null, state = null, tag = null, node = null, preset = null, group = null } = search
  const archived = search.archived === 'yes'
  return { q, state, tag, node, preset, group, archived, collapsed: isCollapsed(search) }
}

/** Sweeps and suites are one row each, unless an order or a group puts their runs apart. */
export function isCollapsed({ sort, group }: RunsSearch): boolean {
  return sort === undefined && group === undefined
}

export function isFiltered({ q, state, tag, node, preset, group }: RunsSearch): boolean {
  return [q, state, tag, node, preset, group].some((value) => value !== undefined)
}

/** Whether a run belongs into the list. The text is looked for where the summary has it; the server also looks into notes. */
export function matches(run: RunSummary, search: RunsSearch): boolean {
  if (run.archived !== (search.archived === 'yes')) return false
  if (search.state !== undefined && run.state !== search.state) return false
  if (search.tag !== undefined && !run.tags.includes(search.tag)) return false
  if (search.node !== undefined && !run.nodes.includes(search.node)) return false
  if (search.preset !== undefined && run.preset !== search.preset) return false
  if (search.group !== undefined && run.group?.id !== search.group) return false
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
