/** Quantiles of small sets. Pure. */

/** Quantile of sorted values, linear between neighbours (type 7); NaN of nothing. */
export function quantileSorted(sorted: ArrayLike<number>, count: number, q: number): number {
  if (count === 0) return Number.NaN
  const at = (count - 1) * q
  const low = Math.floor(at)
  const a = sorted[low] ?? Number.NaN
  const b = sorted[Math.min(count - 1, low + 1)] ?? a
  return a + (b - a) * (at - low)
}

export function quantile(values: Iterable<number>, q: number): number {
  const sorted = Float64Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .sort()
  return quantileSorted(sorted, sorted.length, q)
}

export function median(values: Iterable<number>): number {
  return quantile(values, 0.5)
}
