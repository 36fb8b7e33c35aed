import { expect, test, vi } from 'vitest'
import type uPlot from 'uplot'
import { cutPositions, drawCutMarks } from './cut_marks'

test('a value above the axis is marked where it is cut, whichever column it is of', () => {
  expect(cutPositions([[1, 2, 9], Float64Array.of(1, 8, 9)], 5)).toEqual([1, 2])
  expect(cutPositions([[1, null, Number.NaN]], 5)).toEqual([])
  expect(cutPositions([], 5)).toEqual([])
})

test('marks stand inside the plot only', () => {
  const fill = vi.fn()
  const moveTo = vi.fn()
  const noop = () => undefined
  const plot = {
    scales: { y: { max: 5 } },
    data: [
      [0, 1, 2],
      [9, 1, 9],
    ],
    ctx: { save: noop, restore: noop, beginPath: noop, lineTo: noop, fill, moveTo },
    bbox: { left: 10, top: 4, width: 100, height: 50 },
    over: { clientWidth: 100 },
    valToPos: (time: number) => time * 50 - 5,
  } as unknown as uPlot
  drawCutMarks(plot, [1], '#000')
  expect(fill).toHaveBeenCalledTimes(1)
  expect(moveTo).toHaveBeenCalledWith(95, 4)
})
