import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import type { SessionList } from '@/api/contracts'
import { queries } from '@/api/queries'

export interface Sessions {
  /** Undefined until they are loaded. */
  readonly items: SessionList['items'] | undefined
  readonly error: Error | null
  readonly is_ending: boolean
  readonly reload: () => void
  /** Rejects if the console refuses. */
  readonly end: (id: string) => Promise<void>
}

/** The caller's open sessions; an administrator's are all. */
export function useSessions(): Sessions {
  const client = useQueryClient()
  const sessions = useQuery(queries.sessions())
  const end = useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/api/v1/sessions/{session}', { params: { path: { session: id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  })
  return {
    items: sessions.data?.items,
    error: sessions.error,
    is_ending: end.isPending,
    reload: () => void sessions.refetch(),
    end: (id) => end.mutateAsync(id),
  }
}
