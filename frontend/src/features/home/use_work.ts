import { useQueries, useQuery } from '@tanstack/react-query'
import type { GroupSummary, MetricTrend, RunPage, RunSummary } from '@/api/contracts'
import { ApiError } from '@/api/client'
import { queries } from '@/api/queries'
import { hasEnded } from '@/lib/run_states'
import { useTopic } from '@/lib/stream'
import { useFleet } from '@/lib/use_fleet'
import { useSettings } from '@/lib/use_settings'

const NEWEST = 50
const FAILURES = 5
const POLL_MS = 5_000
const MINUTE_MS = 60_000
/** The server finds no change in a trend of fewer runs. */
export const LEAST_RUNS = 8
/** Trends that the home page asks for, those with the newest runs. */
const TRENDS = 5

export interface Work {
  /** False until it is known. */
  readonly ready: boolean
  readonly error: Error | null
  readonly retry: () => void
  /** No run was ever made. */
  readonly empty: boolean
  /** Running and queued sweeps and suites. */
  readonly groups: readonly GroupSummary[]
  /** Runs outside these groups that have left the queue and have not ended. */
  readonly active: readonly RunSummary[]
  /** Queued runs outside these groups, the oldest first. */
  readonly queued: readonly RunSummary[]
  /** What tells those of one name apart, by id. */
  readonly settings: ReadonlyMap<string, string>
}

const NO_PAGES: readonly RunPage[] = []

/**
 * Running and queued work, from the live stream or, until it has spoken, from the newest runs. Both hold only the newest
 * runs: an older run that a node still works on is asked for by its id.
 */
export function useWork(): Work {
  const live = useTopic('runs')
  const fleet = useFleet()
  const asked = useQuery({
    ...queries.newestRuns({ limit: NEWEST }),
    enabled: !live.ready,
    refetchInterval: live.ready ? false : POLL_MS,
  })
  const items = live.ready ? live.items : (asked.data?.items ?? [])
  const groups = live.ready ? [...live.groups.values()] : (asked.data?.groups ?? [])
  const known = new Set(items.map((run) => run.id))
  const older = [...new Set(fleet.nodes.flatMap((node) => node.current_run ?? []))].filter((id) => !known.has(id))
  const older_runs = useQueries({ queries: older.map((id) => ({ ...queries.run(id), refetchInterval: POLL_MS })) })
  const unfinished = groups.filter((group) => group.state === 'running' || group.state === 'queued')
  const shown = new Set(unfinished.map((group) => group.id))
  const runs = [...items, ...older_runs.flatMap(({ data }) => data?.summary ?? [])].filter(
    (run) => !hasEnded(run.state) && (run.group === null || !shown.has(run.group.id)),
  )
  const settings = useSettings(runs, live.ready || asked.data === undefined ? NO_PAGES : [asked.data])
  const total = live.ready ? live.total : asked.data?.total
  return {
    ready: total !== undefined,
    error: live.ready || asked.data !== undefined ? null : asked.error,
    retry: () => void asked.refetch(),
    empty: total === 0,
    groups: unfinished,
    active: runs.filter((run) => run.state !== 'queued'),
    queued: runs.filter((run) => run.state === 'queued').toSorted((a, b) => a.number - b.number),
    settings,
  }
}

/** Runs to read for the list of last results. More than its rows, because all runs of a sweep are one row. */
const RESULTS_OF = 50

/** What was measured last. */
export function useResults() {
  return useQuery({ ...queries.newestRuns({ limit: RESULTS_OF, state: 'done' }), refetchInterval: POLL_MS })
}

export type Result =
  | { readonly kind: 'run'; readonly run: RunSummary }
  | { readonly kind: 'group'; readonly group: GroupSummary; readonly ended_at: string | null }

/** What ended last comes first; the runs of a sweep or suite are one result. Pure. */
export function resultsOf({ items, groups }: Pick<RunPage, 'items' | 'groups'>, most: number): readonly Result[] {
  const by_end = items.toSorted((a, b) => (b.ended_at ?? '').localeCompare(a.ended_at ?? ''))
  const found: Result[] = []
  const seen = new Set<string>()
  for (const run of by_end) {
    const group = run.group === null ? undefined : groups.find(({ id }) => id === run.group?.id)
    if (group === undefined) found.push({ kind: 'run', run })
    else if (!seen.has(group.id)) {
      seen.add(group.id)
      found.push({ kind: 'group', group, ended_at: run.ended_at })
    }
    if (found.length === most) break
  }
  return found
}

/** The newest runs that failed; asked again and again, because the page stays open beside a run that may fail. */
export function useFailures() {
  return useQuery({ ...queries.newestRuns({ limit: FAILURES, state: 'failed' }), refetchInterval: POLL_MS })
}

export interface Regressions {
  /** Each with its title in the list of trends. */
  readonly trends: readonly MetricTrend[]
  /** Trends that were read, for the worse or not. */
  readonly looked_at: number
  readonly pending: boolean
  readonly error: Error | null
}

/** Runs without results, or that were archived or deleted meanwhile, have no trend. */
function hasNoTrend(error: Error): boolean {
  return error instanceof ApiError && error.problem?.code === 'not_found'
}

/** Trends whose newest change is for the worse, among the `TRENDS` settings that were run last. */
export function useRegressions(): Regressions {
  const list = useQuery({ ...queries.trends(null), staleTime: MINUTE_MS })
  const entries = (list.data?.items ?? []).filter((entry) => entry.runs >= LEAST_RUNS).slice(0, TRENDS)
  const asked = useQueries({
    queries: entries.map((entry) => ({ ...queries.trend(entry.run_id, {}), staleTime: MINUTE_MS })),
  })
  // The list says in which settings trends of one name differ.
  const found = asked.flatMap(({ data }, at) => {
    const entry = entries[at]
    return data === undefined || entry === undefined ? [] : [{ ...data, entry }]
  })
  return {
    trends: found.filter((trend) => trend.changes.at(-1)?.verdict === 'worse'),
    looked_at: found.length,
    pending: list.isPending || asked.some(({ isPending }) => isPending),
    error: list.error ?? asked.find(({ error }) => error !== null && !hasNoTrend(error))?.error ?? null,
  }
}
