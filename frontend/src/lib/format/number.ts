/**
 * Numbers as people read them: narrow no-break spaces for thousands, as many digits as say something, a true minus.
 * All functions are pure; a value that is not finite is shown as an en dash.
 */

/** Narrow no-break space: between thousands. */
export const THIN = '\u202f'
/** No-break space: between a number and its unit. */
export const NBSP = '\u00a0'
const NOTHING = '–'

function group(digits: string): string {
  // Four digits are read at a glance, but a column of them beside 12 345 must line up: always group.
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, THIN)
}

/** With exactly `decimals` digits after the point. */
export function formatFixed(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return NOTHING
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.')
  const text = fraction === undefined ? group(whole) : `${group(whole)}.${fraction}`
  const is_zero = /^[0.\u202f]*$/.test(text)
  return value < 0 && !is_zero ? `−${text}` : text
}

/** How many decimals show `significant` digits of `value`, never cutting off whole digits. */
export function decimalsFor(value: number, significant = 3): number {
  if (value === 0 || !Number.isFinite(value)) return 0
  let exponent = Math.floor(Math.log10(Math.abs(value)))
  // 9.996 to three digits is 10.0, not 10.00.
  if (Math.abs(value) * 10 ** (significant - 1 - exponent) >= 10 ** significant - 0.5) exponent += 1
  return Math.min(12, Math.max(0, significant - 1 - exponent))
}

/** With `significant` digits; whole numbers up to 10^15 are shown whole. */
export function formatNumber(value: number, significant = 3): string {
  if (!Number.isFinite(value)) return NOTHING
  if (Number.isInteger(value)) return formatFixed(value, 0)
  return formatFixed(value, decimalsFor(value, significant))
}

/** A parameter as it was given: all its digits, none added. */
export function formatParameter(value: number): string {
  if (!Number.isFinite(value)) return NOTHING
  const digits = /\.(\d+)$/.exec(String(Number(value.toPrecision(9))))?.[1] ?? ''
  return Math.abs(value) >= 1e-6 || value === 0 ? formatFixed(value, digits.length) : value.toExponential()
}

/** An exact count; takes decimal strings, for counts past 2^53. */
export function formatCount(value: number | bigint | string): string {
  const text = typeof value === 'string' ? value : value.toString()
  if (!/^-?\d+$/.test(text)) return typeof value === 'number' ? formatFixed(value, 0) : NOTHING
  return text.startsWith('-') ? `−${group(text.slice(1))}` : group(text)
}

/** A share of 0 to 1 as per cent. */
export function formatShare(share: number): string {
  if (!Number.isFinite(share)) return NOTHING
  const percent = share * 100
  const decimals = percent !== 0 && Math.abs(percent) < 10 ? 1 : 0
  return `${formatFixed(percent, decimals)}${NBSP}%`
}

/** How many times as much: `1.31×`. */
export function formatRatio(ratio: number): string {
  if (!Number.isFinite(ratio)) return NOTHING
  return `${ratio >= 100 ? formatFixed(ratio, 0) : formatFixed(ratio, Math.max(2, ratio < 0.1 ? decimalsFor(ratio, 2) : 2))}×`
}

/** `1 entity`, `40 entities`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
