import { useQueries, useQuery } from '@tanstack/react-query'
import type { GroupSummary, MetricTrend, RunState, RunSummary } from '@/api/contracts'
import { ApiError } from '@/api/client'
import { queries } from '@/api/queries'
import { useTopic } from '@/lib/stream'
import { useFleet } from '@/lib/use_fleet'

const NEWEST = 50
const FAILURES = 5
const POLL_MS = 5_000
const MINUTE_MS = 60_000
/** A change needs so many runs of the same settings. */
const LEAST_RUNS = 8
/** Trends that are looked at, those with the newest runs. */
const TRENDS = 5

const ENDED: ReadonlySet<RunState> = new Set<RunState>(['done', 'failed', 'cancelled'])

export interface Work {
  /** False until it is known. */
  readonly ready: boolean
  readonly error: Error | null
  readonly retry: () => void
  /** No run was ever made. */
  readonly empty: boolean
  /** Sweeps and suites that are on or wait. */
  readonly groups: readonly GroupSummary[]
  /** Runs outside these that are on. */
  readonly active: readonly RunSummary[]
  /** Runs outside these that wait. */
  readonly queued: readonly RunSummary[]
}

/** What the console does now, from the live stream or, without it, from the newest runs; a run on a node is always there. */
export function useWork(): Work {
  const live = useTopic('runs')
  const fleet = useFleet()
  const asked = useQuery({
    ...queries.newestRuns(NEWEST),
    enabled: !live.ready,
    refetchInterval: live.ready ? false : POLL_MS,
  })
  const items = live.ready ? live.items : (asked.data?.items ?? [])
  const groups = live.ready ? [...live.groups.values()] : (asked.data?.groups ?? [])
  const known = new Set(items.map((run) => run.id))
  const older = [...new Set(fleet.nodes.flatMap((node) => node.current_run ?? []))].filter((id) => !known.has(id))
  const older_runs = useQueries({ queries: older.map((id) => ({ ...queries.run(id), refetchInterval: POLL_MS })) })
  const on = groups.filter((group) => group.state === 'running' || group.state === 'queued')
  const shown = new Set(on.map((group) => group.id))
  const runs = [...items, ...older_runs.flatMap(({ data }) => data?.summary ?? [])].filter(
    (run) => !ENDED.has(run.state) && (run.group === null || !shown.has(run.group.id)),
  )
  const total = live.ready ? live.total : asked.data?.total
  return {
    ready: total !== undefined,
    error: live.ready || asked.data !== undefined ? null : asked.error,
    retry: () => void asked.refetch(),
    empty: total === 0,
    groups: on,
    active: runs.filter((run) => run.state !== 'queued'),
    queued: runs.filter((run) => run.state === 'queued').toSorted((a, b) => a.number - b.number),
  }
}

/** The newest runs that failed. */
export function useFailures() {
  return useQuery(queries.failedRuns(FAILURES))
}

export interface Regressions {
  readonly trends: readonly MetricTrend[]
  readonly looked_at: number
  readonly pending: boolean
  readonly error: Error | null
}

/** The console refuses the trend of runs without results. */
function hasNoResults(error: Error): boolean {
  return error instanceof ApiError && error.problem?.code === 'conflict'
}

/** Trends whose newest change is for the worse, of the few settings that were run last. */
export function useRegressions(): Regressions {
  const list = useQuery({ ...queries.trends(null), staleTime: MINUTE_MS })
  const entries = (list.data?.items ?? []).filter((entry) => entry.runs >= LEAST_RUNS).slice(0, TRENDS)
  const asked = useQueries({
    queries: entries.map((entry) => ({ ...queries.trend(entry.run_id, {}), staleTime: MINUTE_MS })),
  })
  const found = asked.flatMap(({ data }) => data ?? [])
  return {
    trends: found.filter((trend) => trend.changes.at(-1)?.verdict === 'worse'),
    looked_at: found.length,
    pending: list.isPending || asked.some(({ isPending }) => isPending),
    error: list.error ?? asked.find(({ error }) => error !== null && !hasNoResults(error))?.error ?? null,
  }
}
