import { Button } from '@/components/button'
import { formatClock, formatSpan } from '@/lib/format/time'
import { useConnection } from '@/lib/stream'
import { useNow } from '@/lib/use_now'
import styles from './shell.module.css'

/** The banner does not show shorter losses of the connection. */
const GRACE_MS = 1_500

/** Says that the console's server is gone, since when, and tries again. It lies over the page: nothing jumps. */
export function ConnectionBanner() {
  const { connection } = useConnection()
  // The clock ticks only while there is something to count.
  return connection.phase === 'open' || connection.phase === 'idle' ? null : <Lost />
}

function Lost() {
  const { connection, retryNow } = useConnection()
  const now = useNow(500)
  const gone_ms = now.getTime() - connection.since
  if (gone_ms < GRACE_MS) return null
  const next_s = connection.retry_at === null ? null : Math.ceil((connection.retry_at - now.getTime()) / 1000)
  return (
    <div className={styles['banner']} role="status">
      <span>
        <strong>The console’s server has not answered since {formatClock(new Date(connection.since))}</strong>{' '}
        <span className="tabular">({formatSpan(Math.floor(gone_ms / 1000))}).</span> What you see is as it was then.
        Runs go on without it.
      </span>
      <Button small icon="retry" onClick={retryNow} disabled={next_s === null}>
        <span className="tabular">{next_s !== null && next_s > 0 ? `Try now (${next_s})` : 'Trying …'}</span>
      </Button>
    </div>
  )
}
