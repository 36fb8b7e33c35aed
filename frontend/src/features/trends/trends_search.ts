import type { TrendAxis } from '@/api/contracts'
import { choiceParam, textParam, type RawSearch } from '@/lib/search'

/** The view state of this page that is in the address. */
export interface TrendsSearch {
  /** Only settings of this workload are offered. */
  readonly workload?: string
  /** Number or id of a run: the trend is of all runs with its settings. */
  readonly run?: string
  /** Number of the run that is marked in the chart. */
  readonly mark?: string
  /** Name of the metric; the workload's leading one if missing. */
  readonly metric?: string
  /** First and last day, `2026-11-24`, in the viewer's zone. */
  readonly from?: string
  readonly to?: string
  /** What the runs are ordered and placed by; the order of runs if missing. */
  readonly axis?: Exclude<TrendAxis, 'runs'>
}

export function parseTrendsSearch(raw: RawSearch): TrendsSearch {
  const search: Record<string, string> = {}
  for (const key of ['workload', 'run', 'metric']) {
    const value = textParam(raw, key)
    if (value !== undefined) search[key] = value
  }
  const mark = textParam(raw, 'mark')
  if (mark !== undefined && /^\d+$/.test(mark)) search['mark'] = mark
  for (const key of ['from', 'to']) {
    const day = textParam(raw, key)
    if (day !== undefined && dayStart(day) !== null) search[key] = day
  }
  const axis = choiceParam(raw, 'axis', ['dates', 'commits'])
  if (axis !== undefined) search['axis'] = axis
  return search
}

/** The instant at which a day begins in the viewer's zone, or a day `later`; null if it is no day. */
export function dayStart(day: string, later = 0): string | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)
  if (match === null) return null
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const start = new Date(year, month - 1, date + later)
  const named = new Date(year, month - 1, date)
  return named.getFullYear() === year && named.getMonth() === month - 1 && named.getDate() === date
    ? start.toISOString()
    : null
}
