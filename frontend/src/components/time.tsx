import { formatAge, formatFullInstant, formatInstant } from '@/lib/format/time'
import { useNow } from '@/lib/use_now'

interface TimeProps {
  /** ISO 8601. */
  at: string
  /** `age`: 3 min ago; `instant`: 14:02. The other is on hover, with the viewer's zone. */
  show?: 'age' | 'instant'
}

/** An instant in the viewer's zone. */
export function Time({ at, show = 'instant' }: TimeProps) {
  const now = useNow(show === 'age' ? 5_000 : 60_000)
  return (
    <time dateTime={at} title={formatFullInstant(at)}>
      {show === 'age' ? formatAge(at, now) : formatInstant(at, now)}
    </time>
  )
}
