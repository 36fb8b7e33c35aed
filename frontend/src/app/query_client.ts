import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/client'

/** Server state. A problem document is an answer, not an accident: only a lost connection is tried again. */
export function createQueryClient(): QueryClient {
  // A session that has run out is noticed by whatever is asked next.
  const onError = (error: Error): void => {
    if (error instanceof ApiError && error.status === 401) void client.invalidateQueries({ queryKey: ['session'] })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        refetchOnWindowFocus: true,
        retry: (count, error) => !(error instanceof ApiError && error.problem !== null) && count < 2,
      },
      mutations: { retry: false },
    },
  })
  return client
}
