import { Link } from '@tanstack/react-router'
import type { RunDocument } from '@/api/contracts'
import { Notice } from '@/components/notice'
import { hasEnded } from '@/lib/run_states'
import { useTopic } from '@/lib/stream'

/** Why the run waits, and for which runs. */
export function QueueNotice({ run }: { run: RunDocument }) {
  const { items } = useTopic('runs')
  const ahead = items.filter(
    (other) => other.id !== run.summary.id && !hasEnded(other.state) && other.number < run.summary.number,
  )
  const position = run.summary.queue_position
  return (
    <Notice
      tone="act"
      title={position === null || position <= 1 ? 'Next in the queue' : `Number ${position} in the queue`}
    >
      <p>
        It starts by itself when its nodes are free.{' '}
        {ahead.length > 0 ? (
          <>
            Before it:{' '}
            {ahead.slice(0, 4).map((other, at) => (
              <span key={other.id}>
                {at > 0 ? ', ' : ''}
                <Link to="/runs/$id" params={{ id: other.id }}>
                  run {other.number}
                </Link>{' '}
                ({other.state})
              </span>
            ))}
            {ahead.length > 4 ? ` and ${ahead.length - 4} more` : ''}.
          </>
        ) : null}
      </p>
    </Notice>
  )
}
