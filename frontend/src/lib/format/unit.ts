/**
 * Values with units. Documents carry base units (`ns`, `us`, `B`, `steps/s`, `count`, `share`); people read `58.2 ms`,
 * `27 kB`, `526 k/s`. A scale is chosen once for all values that stand beside each other, so that they can be compared.
 */
import { decimalsFor, formatFixed, formatNumber, NBSP } from './number'

export interface Scale {
  /** Multiply a value by this. */
  readonly factor: number
  /** Shown after it; empty for a bare number. */
  readonly unit: string
}

export interface Quantity {
  readonly text: string
  readonly unit: string
}

interface Step {
  readonly from: number
  readonly factor: number
  readonly unit: string
}

const TIME_NS: readonly Step[] = [
  { from: 0, factor: 1, unit: 'ns' },
  { from: 1e3, factor: 1e-3, unit: 'µs' },
  { from: 1e6, factor: 1e-6, unit: 'ms' },
  { from: 1e9, factor: 1e-9, unit: 's' },
]
const BYTES: readonly Step[] = [
  { from: 0, factor: 1, unit: 'B' },
  { from: 1e3, factor: 1e-3, unit: 'kB' },
  { from: 1e6, factor: 1e-6, unit: 'MB' },
  { from: 1e9, factor: 1e-9, unit: 'GB' },
  { from: 1e12, factor: 1e-12, unit: 'TB' },
]
const LARGE: readonly Step[] = [
  { from: 0, factor: 1, unit: '' },
  { from: 1e5, factor: 1e-3, unit: 'k' },
  { from: 1e6, factor: 1e-6, unit: 'M' },
  { from: 1e9, factor: 1e-9, unit: 'G' },
]

const IN_NS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9 }

function pick(steps: readonly Step[], size: number): Step {
  return steps.findLast((step) => size >= step.from) ?? { from: 0, factor: 1, unit: '' }
}

/** `us` as people write it. */
export function unitLabel(unit: string): string {
  if (unit === 'us') return 'µs'
  if (unit === 'count') return ''
  return unit.replace(/^us\//, 'µs/')
}

/** The scale for values of up to `size` in `unit`. */
export function scaleFor(unit: string, size: number): Scale {
  const magnitude = Number.isFinite(size) ? Math.abs(size) : 0
  const [head = '', per] = unit.split('/', 2)
  const suffix = per === undefined ? '' : `/${per}`
  const in_ns = IN_NS[head]
  if (in_ns !== undefined) {
    const step = pick(TIME_NS, magnitude * in_ns)
    return { factor: step.factor * in_ns, unit: `${step.unit}${suffix}` }
  }
  if (head === 'B') {
    const step = pick(BYTES, magnitude)
    return { factor: step.factor, unit: `${step.unit}${suffix}` }
  }
  if (unit === 'share') return { factor: 100, unit: '%' }
  if (unit === 'ratio' || unit === 'x') return { factor: 1, unit: '×' }
  if (per !== undefined) {
    const step = pick(LARGE, magnitude)
    return { factor: step.factor, unit: step.unit === '' ? unitLabel(unit) : `${step.unit} ${unitLabel(unit)}` }
  }
  return { factor: 1, unit: unitLabel(unit) }
}

/** One scale for values that stand beside each other. */
export function commonScale(unit: string, values: Iterable<number>): Scale {
  let size = 0
  for (const value of values) if (Number.isFinite(value)) size = Math.max(size, Math.abs(value))
  return scaleFor(unit, size)
}

/** A value and its unit apart, as a figure of merit shows them. */
export function quantity(value: number, unit: string, scale: Scale = scaleFor(unit, value), significant = 3): Quantity {
  const scaled = value * scale.factor
  // Counts stay whole; what was scaled gets sensible digits.
  const text =
    scale.factor === 1 && Number.isInteger(value)
      ? formatNumber(value)
      : formatFixed(scaled, decimalsFor(scaled, significant))
  return { text, unit: scale.unit }
}

/** `58.2 ms`. */
export function formatQuantity(value: number, unit: string, scale?: Scale): string {
  const { text, unit: shown } = quantity(value, unit, scale)
  return shown === '' ? text : `${text}${NBSP}${shown}`
}

/** `57.9 to 58.6 ms`: both ends with as many decimals as tell them apart. */
export function formatInterval(
  low: number,
  high: number,
  unit: string,
  scale: Scale = commonScale(unit, [low, high]),
): string {
  const a = low * scale.factor
  const b = high * scale.factor
  const whole = Number.isInteger(a) && Number.isInteger(b)
  const decimals = whole ? 0 : Math.max(decimalsFor(b, 3), a === b ? 0 : Math.min(6, decimalsFor(b - a, 1)))
  const text = `${formatFixed(a, decimals)} to ${formatFixed(b, decimals)}`
  return scale.unit === '' ? text : `${text}${NBSP}${scale.unit}`
}

/** Main memory, in the binary units it is sold in: `15.6 GiB`. */
export function formatMemory(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let power = 0
  let value = bytes
  while (value >= 1024 && power < units.length - 1) {
    value /= 1024
    power += 1
  }
  return `${formatNumber(value)}${NBSP}${units[power] ?? 'B'}`
}
