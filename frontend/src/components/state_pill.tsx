import type { RunState } from '@/api/contracts'
import { Chip, type Tone } from './chip'

interface Look {
  readonly tone: Tone
  readonly dot: 'filled' | 'hollow'
}

const LOOKS: Readonly<Record<RunState, Look>> = {
  queued: { tone: 'plain', dot: 'hollow' },
  placing: { tone: 'act', dot: 'hollow' },
  preparing: { tone: 'act', dot: 'hollow' },
  ready: { tone: 'act', dot: 'filled' },
  running: { tone: 'good', dot: 'filled' },
  collecting: { tone: 'good', dot: 'hollow' },
  done: { tone: 'plain', dot: 'filled' },
  failed: { tone: 'bad', dot: 'filled' },
  cancelled: { tone: 'warn', dot: 'hollow' },
}

/** A run's state, the same everywhere. */
export function StatePill({ state }: { state: RunState }) {
  const { tone, dot } = LOOKS[state]
  return (
    <Chip tone={tone} dot={dot}>
      {state}
    </Chip>
  )
}
