/** Axes: round tick values and positions, linear and logarithmic. Pure. */

export interface Scale {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
  /** 0 at `min`, 1 at `max`; not clamped. */
  at(value: number): number
}

const STEPS = [1, 2, 2.5, 5, 10] as const

/** A round step so that `span` has about `count` of them. */
export function roundStep(span: number, count: number): number {
  if (!(span > 0) || !Number.isFinite(span)) return 1
  const raw = span / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = STEPS.find((candidate) => candidate * power >= raw * 0.999_999) ?? 10
  return step * power
}

/** Round values from `min` to `max`, inside. */
export function roundTicks(min: number, max: number, count: number): number[] {
  if (!Number.isFinite(min) || !Number.isFinite(max) || max < min) return []
  const step = roundStep(max - min, count)
  const first = Math.ceil(min / step - 1e-9)
  const last = Math.floor(max / step + 1e-9)
  const ticks: number[] = []
  for (let k = first; k <= last && ticks.length < 50; k += 1) ticks.push(Number((k * step).toPrecision(12)))
  return ticks
}

/** A linear axis that holds all values and begins and ends on a tick. */
export function linearScale(values: Iterable<number>, count: number, from_zero = true): Scale {
  let low = from_zero ? 0 : Number.POSITIVE_INFINITY
  let high = from_zero ? 0 : Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (!Number.isFinite(value)) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (!(high >= low)) [low, high] = [0, 1]
  if (high - low < 1e-200) high = low + (Math.abs(low) > 1e-200 ? Math.abs(low) * 0.1 : 1)
  const step = roundStep(high - low, count)
  const min = Math.floor(low / step + 1e-9) * step
  const max = Math.ceil(high / step - 1e-9) * step
  return { min, max, ticks: roundTicks(min, max, count + 1), at: (value) => (value - min) / (max - min) }
}

/** A logarithmic axis around 1 for ratios, with few round ticks; never narrower than 0.9 to 1.1. */
export function ratioScale(values: Iterable<number>, count = 7): Scale {
  let low = 0.92
  let high = 1.09
  for (const value of values) {
    if (!Number.isFinite(value) || value <= 0) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const pad = Math.max(1.01, (high / low) ** 0.06)
  const min = low / pad
  const max = high * pad
  const span = Math.log(max / min)
  return { min, max, ticks: ratioTicks(min, max, count), at: (value) => Math.log(value / min) / span }
}

/** Steps of the axis in powers of two: 1.4 times, 2 times, 4 times, 10 times, ... */
const RATIO_STEPS = [0.5, 1, 2, Math.log2(10), 2 * Math.log2(10), 4 * Math.log2(10)] as const

function ratioTicks(min: number, max: number, count: number): number[] {
  if (max / min < 2) {
    const ticks = roundTicks(min, max, count - 1)
    return ticks.includes(1) ? ticks : [...ticks, 1].sort((a, b) => a - b)
  }
  const step = RATIO_STEPS.find((one) => Math.log2(max / min) / one < count) ?? Math.log2(max / min) / count
  const first = Math.ceil(Math.log2(min) / step - 1e-9)
  const last = Math.floor(Math.log2(max) / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, at) => Number((2 ** ((first + at) * step)).toPrecision(2)))
}

/** A logarithmic axis over what is positive, from tick to tick: decades, or 1-2-5 where there are few of them. */
export function logScale(values: Iterable<number>): Scale {
  let low = Number.POSITIVE_INFINITY
  let high = 0
  for (const value of values) {
    if (!Number.isFinite(value) || value <= 0) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (high === 0) [low, high] = [1, 10]
  const decades = Math.log10(high / low)
  const parts = decades > 2.5 ? [1] : decades > 1.2 ? [1, 3] : [1, 2, 5]
  const marks: number[] = []
  for (let power = Math.floor(Math.log10(low)) - 1; power <= Math.log10(high) + 1; power += 1) {
    for (const part of parts) marks.push(Number((part * 10 ** power).toPrecision(12)))
  }
  const min = marks.findLast((mark) => mark <= low * 1.000_001) ?? low
  const max = marks.find((mark) => mark >= high * 0.999_999 && mark > min) ?? high
  const span = Math.log(max / min)
  return {
    min,
    max,
    ticks: marks.filter((mark) => mark >= min && mark <= max),
    at: (value) => Math.log(value / min) / span,
  }
}
