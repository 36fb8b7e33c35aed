/** The path of a small line of `values` in `width` x `height`, from zero; gaps where values are not numbers. Pure. */
export function sparklinePath(values: ArrayLike<number>, width: number, height: number): string {
  const count = values.length
  let top = 0
  for (let at = 0; at < count; at += 1) {
    const value = values[at] ?? Number.NaN
    if (Number.isFinite(value)) top = Math.max(top, value)
  }
  if (count < 2) return ''
  let path = ''
  let drawing = false
  for (let at = 0; at < count; at += 1) {
    const value = values[at] ?? Number.NaN
    if (!Number.isFinite(value)) {
      drawing = false
      continue
    }
    const x = (at / (count - 1)) * width
    const y = height - 1 - (top > 0 ? value / top : 0) * (height - 2)
    path += `${drawing ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`
    drawing = true
  }
  return path
}
