/** Where the runs of a trend stand along its axis. Pure. */
import type { MetricTrend, TrendAxis, TrendPoint } from '@/api/contracts'
import { shortCommit } from '@/lib/format/commit'
import { formatDay, formatInstant } from '@/lib/format/time'

export interface Along {
  /** Of each run, in the order of the trend. */
  readonly places: readonly number[]
  /** The whole axis; null: the chart chooses. */
  readonly whole: readonly [number, number] | null
  readonly title: string
  readonly ticks: { readonly at: number[]; readonly text: string[] }
}

export const AXES: readonly { readonly value: TrendAxis; readonly label: string }[] = [
  { value: 'runs', label: 'runs in order' },
  { value: 'dates', label: 'dates' },
  { value: 'commits', label: 'commits' },
]

/** Words under the axis: as many as a narrow window has room for. */
const MOST_TICKS = 6

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export function alongAxis({ axis, points }: Pick<MetricTrend, 'axis' | 'points'>, now: Date): Along {
  if (axis === 'dates') return overDates(points, now)
  if (axis === 'commits') return overCommits(points)
  const shown = evenly(points.length)
  return {
    places: points.map((_, at) => at + 1),
    whole: null,
    title: 'run, and the day it ended',
    ticks: {
      at: shown.map((at) => at + 1),
      text: shown.flatMap((at) => {
        const point = points[at]
        return point === undefined ? [] : [`${point.run}<br>${formatDay(point.at, now)}`]
      }),
    },
  }
}

/** Half way between the run at this index and the one before it; beyond the first and the last run, an end. */
export function edgeBefore({ places, whole }: Along, index: number): number {
  const [before, after] = [places[index - 1], places[index]]
  if (before !== undefined && after !== undefined) return (before + after) / 2
  const room = 0.5
  if (before === undefined) return whole?.[0] ?? (after ?? 0) - room
  return whole?.[1] ?? before + room
}

function overCommits(points: readonly TrendPoint[]): Along {
  const commits = [...new Set(points.map(({ commit }) => commit))]
  const shown = evenly(commits.length)
  return {
    places: points.map(({ commit }) => commits.indexOf(commit) + 1),
    whole: [0.5, commits.length + 0.5],
    title: 'commit, in the order of first runs',
    ticks: { at: shown.map((at) => at + 1), text: shown.map((at) => shortCommit(commits[at] ?? '')) },
  }
}

function overDates(points: readonly TrendPoint[], now: Date): Along {
  const places = points.map(({ at }) => new Date(at).getTime())
  const [first, last] = [Math.min(...places), Math.max(...places)]
  const room = (last - first) * 0.03 || HOUR_MS
  const whole = [first - room, last + room] as const
  return { places, whole, title: 'when the run ended', ticks: timeTicks(...whole, now) }
}

const STEPS_MS = [1, 3, 6, 12].map((hours) => hours * HOUR_MS)
const STEPS_DAYS = [1, 2, 7, 14, 30, 60, 90, 180, 365] as const

/** Whole hours, or midnights of the viewer's zone where a day and more lie between two of them. */
export function timeTicks(from: number, to: number, now: Date): { at: number[]; text: string[] } {
  const midnight = new Date(from)
  midnight.setHours(0, 0, 0, 0)
  const hours = STEPS_MS.find((step) => (to - from) / step <= MOST_TICKS)
  if (hours !== undefined) {
    const start = midnight.getTime() + Math.ceil((from - midnight.getTime()) / hours) * hours
    const at = Array.from({ length: Math.floor((to - start) / hours) + 1 }, (_, tick) => start + tick * hours)
    return { at, text: at.map((place) => formatInstant(new Date(place), now)) }
  }
  const span_days = (to - from) / DAY_MS
  const days = STEPS_DAYS.find((step) => span_days / step <= MOST_TICKS) ?? Math.ceil(span_days / MOST_TICKS)
  const at: number[] = []
  const day = midnight
  if (day.getTime() < from) day.setDate(day.getDate() + 1)
  for (; day.getTime() <= to; day.setDate(day.getDate() + days)) at.push(day.getTime())
  return { at, text: at.map((place) => formatDay(new Date(place), now)) }
}

/** Indices of at most so many of `count`, evenly, with the first and the last. */
function evenly(count: number): number[] {
  const shown = Math.min(MOST_TICKS, count)
  return [
    ...new Set(
      Array.from({ length: shown }, (_, tick) => (shown === 1 ? 0 : Math.round((tick * (count - 1)) / (shown - 1)))),
    ),
  ]
}
