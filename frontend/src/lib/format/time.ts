/** Instants and spans of time, in the viewer's zone and in words. `now` is passed in. */
import { formatFixed, NBSP } from './number'

/** A span in seconds: `9 s`, `1 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
export function formatSpan(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return '–'
  if (seconds < 9.95) return `${formatFixed(seconds, seconds < 0.95 ? 2 : 1).replace(/\.?0+$/, '') || '0'}${NBSP}s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole}${NBSP}s`
  const pairs: [number, string, number, string][] = [
    [86_400, 'd', 3_600, 'h'],
    [3_600, 'h', 60, 'min'],
    [60, 'min', 1, 's'],
  ]
  for (const [big, big_unit, small, small_unit] of pairs) {
    if (whole < big) continue
    const rest = Math.floor((whole % big) / small)
    return `${Math.floor(whole / big)}${NBSP}${big_unit}${rest > 0 ? ` ${rest}${NBSP}${small_unit}` : ''}`
  }
  return `${whole}${NBSP}s`
}

/** Time left, not more exact than it can be known: `about 4 min`. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 1) return 'under a second'
  if (seconds < 10) return `${Math.ceil(seconds)}${NBSP}s`
  if (seconds < 60) return `${Math.ceil(seconds / 5) * 5}${NBSP}s`
  if (seconds < 600) return `${Math.ceil(seconds / 60)}${NBSP}min`
  return formatSpan(Math.ceil(seconds / 60) * 60)
}

/** `just now`, `3 min ago`, `5 d ago`. */
export function formatAge(instant: string | Date, now: Date): string {
  const seconds = (now.getTime() - new Date(instant).getTime()) / 1000
  if (!Number.isFinite(seconds)) return '–'
  if (seconds < 5) return 'just now'
  if (seconds < 60) return `${Math.floor(seconds)}${NBSP}s ago`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}${NBSP}min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}${NBSP}h ago`
  return `${Math.floor(seconds / 86_400)}${NBSP}d ago`
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const clock_seconds = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const day_year = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })

/** As short as is clear: `14:02` today, `3 Mar 14:02` this year, `3 Mar 2025 14:02` before. */
export function formatInstant(instant: string | Date, now: Date): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return '–'
  if (at.toDateString() === now.toDateString()) return clock.format(at)
  return `${formatDay(at, now)} ${clock.format(at)}`
}

/** `3 Mar` this year, `3 Mar 2025` before. */
export function formatDay(instant: string | Date, now: Date): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return '–'
  return (at.getFullYear() === now.getFullYear() ? day : day_year).format(at)
}

/** `14:02:31`, with milliseconds `14:02:31.204`. */
export function formatClock(instant: string | Date, milliseconds = false): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return '–'
  const text = clock_seconds.format(at)
  return milliseconds ? `${text}.${String(at.getMilliseconds()).padStart(3, '0')}` : text
}

/** With weekday and zone, for a title. */
export function formatFullInstant(instant: string | Date): string {
  const at = new Date(instant)
  return Number.isNaN(at.getTime()) ? '–' : full.format(at)
}

/** An estimate within a sentence: `about 45 s`, or `under a second`. */
export function formatEstimate(seconds: number): string {
  return seconds < 1 ? formatTimeLeft(seconds) : `about ${formatTimeLeft(seconds)}`
}
