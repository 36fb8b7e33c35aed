import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/client'

/** Server state. A problem document is an answer, not an accident: only a lost connection is tried again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        refetchOnWindowFocus: true,
        retry: (count, error) => !(error instanceof ApiError && error.problem !== null) && count < 2,
      },
      mutations: { retry: false },
    },
  })
}
