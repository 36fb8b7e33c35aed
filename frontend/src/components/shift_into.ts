const MARGIN = 8

/**
 * How far a panel must move to the right to lie in a window, 8 px from its edges; negative: to the left. If the panel is
 * too wide, its left edge is in the window. Pure.
 */
export function shiftInto(left: number, right: number, width: number): number {
  const moved = Math.min(left, left + width - MARGIN - right)
  return Math.max(moved, MARGIN) - left
}
