import { expect, it } from 'vitest'
import { extentOf, heldRange, movedRange, zoomedRange } from './plotly'

it('zooms around a place that stays', () => {
  expect(zoomedRange([0, 100], 0.5, 0.25)).toEqual([12.5, 62.5])
  expect(zoomedRange([40, 60], 2)).toEqual([30, 70])
})

it('moves by a share of what is seen', () => {
  expect(movedRange([10, 20], 0.5)).toEqual([15, 25])
  expect(movedRange([10, 20], -0.5)).toEqual([5, 15])
})

it('never leaves the axis, and never shows less than one step', () => {
  expect(heldRange([-20, 30], [0, 100])).toEqual([0, 50])
  expect(heldRange([80, 130], [0, 100])).toEqual([50, 100])
  expect(heldRange([-50, 500], [0, 100])).toEqual([0, 100])
  expect(heldRange([10, 10.1], [0, 100])).toEqual([10, 11])
})

it('takes the extent from the traces where it is not known', () => {
  const trace = { name: '', colour: '', x: [3, 5, 9], y: [1, 1, 1] }
  expect(extentOf([trace], null)).toEqual([3, 9])
  expect(extentOf([trace], [0, 100])).toEqual([0, 100])
  expect(extentOf([], null)).toEqual([0, 1])
})
