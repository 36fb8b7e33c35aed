import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { answer, api } from '@/api/client'
import type { RunSummary } from '@/api/contracts'
import { useDeferred } from '@/lib/deferred'
import { useTopic } from '@/lib/stream'

/** More are on the page of the sweep or suite. */
const MOST = 200

/** The runs of these sweeps and suites, in the order of their cells, kept up to date by the live stream. */
export function useGroupRuns(ids: ReadonlySet<string>): ReadonlyMap<string, readonly RunSummary[]> {
  const live = useTopic('runs').items
  const { pending } = useDeferred()
  const list = useMemo(() => [...ids], [ids])
  const asked = useQueries({
    queries: list.map((group) => ({
      queryKey: ['runs', 'list', 'of group', group],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        answer(api.GET('/api/v1/runs', { params: { query: { group, limit: MOST } }, signal })),
    })),
    combine: (results) => results.map((result) => result.data?.items ?? []),
  })
  return useMemo(
    () =>
      new Map(
        list.map((id, at): [string, readonly RunSummary[]] => {
          const known = [...(asked[at] ?? []), ...live.filter((run) => run.group?.id === id)]
          const newest = new Map(known.map((run) => [run.id, run]))
          const runs = [...newest.values()].filter((run) => !pending.has(run.id))
          return [id, runs.toSorted((a, b) => (a.group?.cell ?? 0) - (b.group?.cell ?? 0) || a.number - b.number)]
        }),
      ),
    [list, asked, live, pending],
  )
}
