import { scaleFor, type Scale } from '@/lib/format/unit'
import { formatParameter, NBSP } from '@/lib/format/number'

/** A value of an axis: with unit, without digits that say nothing: `0`, `2.5 ms`, `500 µs`. Pure. */
export function tickText(value: number, unit: string, scale: Scale = scaleFor(unit, value)): string {
  if (value === 0) return '0'
  const text = formatParameter(Number((value * scale.factor).toPrecision(6)))
  return scale.unit === '' ? text : `${text}${NBSP}${scale.unit}`
}
