import { useQuery } from '@tanstack/react-query'
import { ApiError } from '@/api/client'
import { queries } from '@/api/queries'
import { Notice } from '@/components/notice'

const ASK_EVERY_MS = 10_000

/**
 * Says why the console cannot store, until it can. Stands above the page's content and not over it: it may stay for long,
 * and in a narrow window it would cover the navigation.
 */
export function StoreBanner() {
  const { error } = useQuery({ ...queries.health(), refetchInterval: ASK_EVERY_MS })
  if (!(error instanceof ApiError) || error.problem?.code !== 'unavailable') return null
  return <Notice tone="bad" title={error.message} />
}
