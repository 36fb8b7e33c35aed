import { useState } from 'react'
import { formatTimeLeft } from './format/time'
import { useNow } from './use_now'

/**
 * `4 min left`: goes on from the last estimate, so that it never stands still while nothing new is heard; null
 * without an estimate.
 */
export function useTimeLeft(estimate_s: number | null): string | null {
  const now = useNow().getTime()
  const [told, setTold] = useState({ estimate_s, at: now })
  if (told.estimate_s !== estimate_s) setTold({ estimate_s, at: now })
  if (estimate_s === null) return null
  const passed = told.estimate_s === estimate_s ? (now - told.at) / 1_000 : 0
  return passed > estimate_s + 1 ? 'longer than estimated' : `${formatTimeLeft(Math.max(0, estimate_s - passed))} left`
}
