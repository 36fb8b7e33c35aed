/** Replay of a repeat's positions: which moment follows when, and the moments that are fetched together. Pure. */

/** Moments that are fetched together. */
export const MOMENTS_AT_ONCE = 30

/** Seconds of the repeat in one second of the replay. */
export const SPEEDS: readonly number[] = [0.25, 1, 4, 16, 64, 256]

const PACE_MS = 50
const WHOLE_S = 40
const NS_PER_MS = 1e6

/** The slowest speed from real time on at which the whole repeat takes at most 40 s. */
export function usualSpeed(times_ns: readonly number[]): number {
  const seconds = ((times_ns.at(-1) ?? 0) - (times_ns[0] ?? 0)) / 1e9
  return SPEEDS.find((speed) => speed >= 1 && seconds / speed <= WHOLE_S) ?? SPEEDS.at(-1) ?? 1
}

export interface NextMoment {
  readonly at: number
  readonly wait_ms: number
}

/** The moment to show after the one numbered `at`; null at the end. Moments less than 50 ms apart are passed over. */
export function nextMoment(times_ns: readonly number[], at: number, speed: number): NextMoment | null {
  const now = times_ns[at]
  if (now === undefined || at + 1 >= times_ns.length) return null
  const waitFor = (moment: number) => ((times_ns[moment] ?? now) - now) / NS_PER_MS / speed
  let next = at + 1
  while (next + 1 < times_ns.length && waitFor(next) < PACE_MS) next += 1
  return { at: next, wait_ms: Math.max(PACE_MS, waitFor(next)) }
}

/** The first of the moments that are fetched together with the one numbered `at`. */
export function partOf(at: number): number {
  return at - (at % MOMENTS_AT_ONCE)
}
