import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Flight, shorterWay } from './flight'
import { panned, WHOLE, zoomed, ZOOM_MAX } from './map_view'

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('the way over the edge is taken where it is shorter', () => {
  expect(shorterWay(0.9, 0.1)).toBeCloseTo(0.2)
  expect(shorterWay(0.1, 0.9)).toBeCloseTo(-0.2)
  fc.assert(
    fc.property(share, share, (from, to) => {
      expect(Math.abs(shorterWay(from, to))).toBeLessThanOrEqual(0.5)
    }),
  )
})

test('entities glide from moment to moment and arrive where the newest says', () => {
  const flight = new Flight()
  flight.set({ ids: [3, 6], x: [0.5, 0.95], y: [0.5, 0.5] }, 1_000)
  expect(flight.at(1_000)).toBe(true)
  expect(flight.x[0]).toBeCloseTo(0.5)
  flight.set({ ids: [3, 6], x: [0.7, 0.05], y: [0.5, 0.3] }, 1_200)
  flight.at(1_300)
  expect(flight.x[0]).toBeCloseTo(0.6)
  expect([0, 1]).toContain(Math.round(flight.x[1] ?? 0.5))
  expect(flight.at(1_400)).toBe(true)
  expect(flight.x[1]).toBeCloseTo(0.05)
  expect(flight.y[1]).toBeCloseTo(0.3)
  expect(flight.at(1_500)).toBe(false)
})

test('other entities than before do not glide', () => {
  const flight = new Flight()
  flight.set({ ids: [1], x: [0.1], y: [0.1] }, 0)
  flight.at(0)
  flight.set({ ids: [2], x: [0.6], y: [0.6] }, 200)
  flight.at(200)
  expect(flight.ids[0]).toBe(2)
  expect(flight.x[0]).toBeCloseTo(0.6)
})

test('a view never leaves the square, and what is under the pointer stays there', () => {
  fc.assert(
    fc.property(share, share, fc.double({ min: 1, max: 10, noNaN: true }), share, share, (x, y, factor, dx, dy) => {
      const view = zoomed(zoomed(WHOLE, 4, 0.3, 0.6), factor, x, y)
      expect(view.left + x / view.zoom).toBeCloseTo(0.3 * 0.75 + x / 4)
      const moved = panned(view, dx * 9 - 4, dy * 9 - 4)
      for (const corner of [moved.left, moved.top]) {
        expect(corner).toBeGreaterThanOrEqual(0)
        expect(corner).toBeLessThanOrEqual(1 - 1 / moved.zoom)
      }
      expect(moved.zoom).toBeLessThanOrEqual(ZOOM_MAX)
    }),
  )
  expect(zoomed(zoomed(WHOLE, 4), 1 / 100)).toEqual(WHOLE)
})
