/** Marks at the upper edge of a live chart where a value lies above the axis, which one pause must not stretch. */
import type uPlot from 'uplot'

const SIZE = 4

/** Positions at which any of the columns is above `limit`. Pure. */
export function cutPositions(columns: readonly ArrayLike<number | null | undefined>[], limit: number): number[] {
  const rows = Math.max(0, ...columns.map((column) => column.length))
  const found: number[] = []
  for (let at = 0; at < rows; at += 1) {
    if (columns.some((column) => (column[at] ?? Number.NEGATIVE_INFINITY) > limit)) found.push(at)
  }
  return found
}

/** Draws a triangle for each of them; for uPlot's `draw` hook. `series`: positions of the columns in its data. */
export function drawCutMarks(plot: uPlot, series: readonly number[], colour: string): void {
  const limit = plot.scales['y']?.max
  if (typeof limit !== 'number') return
  const time = plot.data[0]
  const { ctx, bbox } = plot
  const size = SIZE * (bbox.width / Math.max(1, plot.over.clientWidth))
  ctx.save()
  ctx.fillStyle = colour
  for (const at of cutPositions(
    series.map((index) => plot.data[index] ?? []),
    limit,
  )) {
    const x = plot.valToPos(time[at] ?? 0, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x - size, bbox.top + 1.6 * size)
    ctx.lineTo(x + size, bbox.top + 1.6 * size)
    ctx.fill()
  }
  ctx.restore()
}
