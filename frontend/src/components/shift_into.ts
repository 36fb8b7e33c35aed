const MARGIN = 8

/**
 * How far a panel must move to the right to lie between two edges, 8 px from each; negative: to the left. If the panel is
 * too wide, its left edge is between them. Pure.
 */
export function shiftInto(left: number, right: number, from: number, to: number): number {
  const moved = Math.min(left, left + to - MARGIN - right)
  return Math.max(moved, from + MARGIN) - left
}
