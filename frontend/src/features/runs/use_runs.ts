import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { GroupSummary, RunPage, RunSummary } from '@/api/contracts'
import { queries } from '@/api/queries'
import { useDeferred } from '@/lib/deferred'
import { useTopic } from '@/lib/stream'
import { useSettings } from '@/lib/use_settings'
import { mergeLive, serverFilter } from './run_filter'
import type { RunsSearch } from './runs_search'

const NO_PAGES: readonly RunPage[] = []

export interface RunList {
  readonly runs: readonly RunSummary[]
  /** The sweeps and suites that these are part of, by id. */
  readonly groups: ReadonlyMap<string, GroupSummary>
  /** What tells runs of the same name apart, by id. */
  readonly settings: ReadonlyMap<string, string>
  /** How many the filter finds in all, loaded or not. */
  readonly total: number | null
  /** All that the filter finds is loaded. */
  readonly whole: boolean
  readonly loading: boolean
  readonly error: Error | null
  readonly more: () => void
  readonly retry: () => void
}

/** Runs that a filter finds, page by page, kept up to date by the live stream. `load_all`: a sort needs them all. */
export function useRuns(search: RunsSearch, load_all: boolean): RunList {
  const asked = useInfiniteQuery({ ...queries.runs(serverFilter(search)), placeholderData: keepPreviousData })
  const live = useTopic('runs')
  const { pending } = useDeferred()
  const { hasNextPage, isFetching, fetchNextPage } = asked
  useEffect(() => {
    if (load_all && hasNextPage && !isFetching) void fetchNextPage()
  }, [load_all, hasNextPage, isFetching, fetchNextPage])
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const listed = useMemo(() => asked.data?.pages.flatMap((page) => page.items) ?? [], [asked.data])
  const runs = useMemo(() => {
    const unique = [...new Map(listed.map((run) => [run.id, run])).values()]
    const merged = asked.data === undefined ? [] : mergeLive(unique, live.items, search)
    return pending.size === 0 ? merged : merged.filter((run) => !isPending(run, pending))
  }, [asked.data, listed, live.items, search, pending])
  const groups = useMemo(() => {
    const listed_groups = asked.data?.pages.flatMap((page) => page.groups) ?? []
    return new Map([...listed_groups, ...live.groups.values()].map((group) => [group.id, group]))
  }, [asked.data, live.groups])
  const settings = useSettings(runs, asked.data?.pages ?? NO_PAGES)
  const hidden = listed.filter((run) => isPending(run, pending)).length
  const total = asked.data?.pages.at(-1)?.total ?? null
  return {
    runs,
    groups,
    settings,
    total: total === null ? null : Math.max(total - hidden, runs.length),
    whole: asked.data !== undefined && !hasNextPage,
    loading: asked.isPending || asked.isFetchingNextPage,
    error: asked.error,
    more,
    retry: () => void asked.refetch(),
  }
}

/** The run, or the sweep or suite that it is part of, is about to be deleted. */
function isPending(run: RunSummary, pending: ReadonlySet<string>): boolean {
  return pending.has(run.id) || (run.group !== null && pending.has(run.group.id))
}
