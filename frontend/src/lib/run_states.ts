import type { RunState } from '@/api/contracts'

const ENDED: readonly RunState[] = ['done', 'failed', 'cancelled']

/** Nothing about the run's measurements changes any more. */
export function hasEnded(state: RunState): boolean {
  return ENDED.includes(state)
}
