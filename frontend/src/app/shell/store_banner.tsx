import { useQuery } from '@tanstack/react-query'
import { ApiError } from '@/api/client'
import { queries } from '@/api/queries'
import styles from './shell.module.css'

const ASK_EVERY_MS = 10_000

/** Says why the console cannot store, until it can. Asks for its health on every page. */
export function StoreBanner() {
  const { error } = useQuery({ ...queries.health(), refetchInterval: ASK_EVERY_MS })
  if (!(error instanceof ApiError) || error.problem?.code !== 'unavailable') return null
  return (
    <div className={styles['banner']} role="alert">
      {error.message}
    </div>
  )
}
