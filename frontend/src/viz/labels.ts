/** Places labels so that none covers another. Pure. */

export interface LabelWish {
  /** Where the label's middle should be. */
  readonly at: number
  readonly size: number
}

/**
 * Middles along one axis, in the order of the wishes: as near to each wish as is possible with `gap` between labels and
 * all inside `min` to `max`. If they cannot all fit, they are spread evenly over what there is.
 */
export function spreadLabels(wishes: readonly LabelWish[], min: number, max: number, gap = 2): number[] {
  const order = wishes.map((wish, index) => ({ ...wish, index })).sort((a, b) => a.at - b.at || a.index - b.index)
  const total = order.reduce((sum, label) => sum + label.size + gap, -gap)
  const middles = new Array<number>(wishes.length).fill(0)
  if (total > max - min) {
    const scale = order.length > 1 ? (max - min) / order.length : 0
    for (const [rank, label] of order.entries()) middles[label.index] = min + (rank + 0.5) * scale
    return middles
  }
  // Clusters of touching labels settle at the mean of what their members wish (pool adjacent violators).
  const clusters: { start: number; size: number; wish: number; labels: typeof order }[] = []
  for (const label of order) {
    let cluster = { start: 0, size: label.size, wish: label.at - label.size / 2, labels: [label] }
    cluster.start = clamp(cluster.wish, min, max - cluster.size)
    let before = clusters.at(-1)
    while (before !== undefined && before.start + before.size + gap > cluster.start) {
      clusters.pop()
      const shift = before.size + gap
      const labels = [...before.labels, ...cluster.labels]
      const wish = (before.wish * before.labels.length + (cluster.wish - shift) * cluster.labels.length) / labels.length
      const size = before.size + gap + cluster.size
      cluster = { start: clamp(wish, min, max - size), size, wish, labels }
      before = clusters.at(-1)
    }
    clusters.push(cluster)
  }
  for (const cluster of clusters) {
    let at = cluster.start
    for (const label of cluster.labels) {
      middles[label.index] = at + label.size / 2
      at += label.size + gap
    }
  }
  return middles
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export function boxesTouch(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** For each label the first of its candidate boxes that touches nothing placed before; null where none is free. */
export function firstFree(candidates: readonly (readonly Box[])[], taken: readonly Box[] = []): (Box | null)[] {
  const placed = [...taken]
  return candidates.map((boxes) => {
    const box = boxes.find((candidate) => !placed.some((other) => boxesTouch(candidate, other))) ?? null
    if (box !== null) placed.push(box)
    return box
  })
}

/** Which of the labels along an axis can be shown without touching, the earlier before the later. */
export function thinLabels(wishes: readonly LabelWish[], gap = 4): boolean[] {
  let end = Number.NEGATIVE_INFINITY
  return wishes.map(({ at, size }) => {
    if (at - size / 2 < end + gap) return false
    end = at + size / 2
    return true
  })
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value))
}

/** Where each entry of a legend begins and on which row it stands, in lines of this width. Pure. */
export function flowed(
  widths: readonly number[],
  width: number,
  gap: number,
): { places: { x: number; row: number }[]; rows: number } {
  let [x, row] = [0, 0]
  const places = widths.map((size) => {
    if (x > 0 && x + size > width) [x, row] = [0, row + 1]
    const place = { x, row }
    x += size + gap
    return place
  })
  return { places, rows: widths.length === 0 ? 0 : row + 1 }
}
