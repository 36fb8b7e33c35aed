import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RunPage, RunSummary } from '@/api/contracts'
import { queries } from '@/api/queries'

/** Ids of runs that share name and workload with another run. Cells of sweeps and suites have names of their own. Pure. */
export function namesakes(runs: readonly RunSummary[]): ReadonlySet<string> {
  const found = new Map<string, string[]>()
  for (const { id, name, workload, group } of runs) {
    if (group !== null && group.label !== '') continue
    const key = JSON.stringify([name, workload])
    found.set(key, [...(found.get(key) ?? []), id])
  }
  return new Set([...found.values()].filter((ids) => ids.length > 1).flat())
}

/**
 * What tells runs of the same name in a list apart, by id: the server says it with each page of runs. Runs that came by the
 * live stream are on no page: if one of them has the name of another, the newest runs are asked for.
 */
export function useSettings(
  runs: readonly RunSummary[],
  pages: readonly Pick<RunPage, 'items' | 'settings'>[],
): ReadonlyMap<string, string> {
  const unsaid = useMemo(() => {
    const listed = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)))
    const alike = namesakes(runs)
    return runs.filter(({ id }) => alike.has(id) && !listed.has(id)).map(({ id }) => id)
  }, [runs, pages])
  const newest = unsaid.toSorted().at(-1)
  const asked = useQuery({ ...queries.settingsApart(newest ?? ''), enabled: newest !== undefined })
  return useMemo(() => {
    const later = newest === undefined ? [] : (asked.data?.settings ?? [])
    return new Map([...pages.flatMap(({ settings }) => settings), ...later].map(({ run, label }) => [run, label]))
  }, [pages, newest, asked.data])
}
