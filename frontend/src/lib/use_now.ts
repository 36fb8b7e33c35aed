import { useEffect, useState } from 'react'

/** The time, read every `interval_ms` while the tab is seen: for ages and times left. */
export function useNow(interval_ms = 1_000): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const tick = () => {
      if (!document.hidden) setNow(new Date())
    }
    const timer = setInterval(tick, interval_ms)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [interval_ms])
  return now
}
