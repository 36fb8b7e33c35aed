import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linearScale, ratioScale, roundStep, roundTicks } from './scale'

const numbers = fc.double({ min: -1e12, max: 1e12, noNaN: true })

describe('axes', () => {
  it('hold every value and end on round ticks', () => {
    fc.assert(
      fc.property(
        fc.array(numbers, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 2, max: 8 }),
        (values, count) => {
          const scale = linearScale(values, count)
          for (const value of values) {
            expect(scale.at(value)).toBeGreaterThanOrEqual(-1e-6)
            expect(scale.at(value)).toBeLessThanOrEqual(1 + 1e-6)
          }
          expect(scale.ticks.length).toBeGreaterThanOrEqual(2)
          expect(scale.ticks.length).toBeLessThanOrEqual(2 * count + 3)
        },
      ),
    )
  })

  it('stand for nothing too: no values, one value, values that are not numbers', () => {
    expect(linearScale([], 4)).toMatchObject({ min: 0, max: 1 })
    expect(linearScale([Number.NaN, Number.POSITIVE_INFINITY], 4)).toMatchObject({ min: 0, max: 1 })
    expect(linearScale([0], 4).max).toBeGreaterThan(0)
    expect(linearScale([5], 4, false).max).toBeGreaterThan(5)
  })

  it('take round steps', () => {
    expect(roundStep(100, 4)).toBe(25)
    expect(roundStep(0, 4)).toBe(1)
    expect(roundTicks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
    expect(roundTicks(3, 1, 5)).toEqual([])
  })
})

describe('the axis of ratios', () => {
  it('always shows 1, few ticks in order, and holds every ratio', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1e-4, max: 1e4, noNaN: true }), { maxLength: 20 }),
        fc.integer({ min: 3, max: 9 }),
        (ratios, count) => {
          const scale = ratioScale(ratios, count)
          expect(scale.ticks).toContain(1)
          expect(scale.ticks.toSorted((a, b) => a - b)).toEqual([...scale.ticks])
          expect(scale.ticks.length).toBeLessThanOrEqual(count + 5)
          for (const ratio of ratios) {
            expect(scale.at(ratio)).toBeGreaterThanOrEqual(0)
            expect(scale.at(ratio)).toBeLessThanOrEqual(1)
          }
          expect(scale.at(2) - scale.at(1)).toBeCloseTo(scale.at(4) - scale.at(2))
        },
      ),
    )
  })

  it('has the ticks that people expect of a factor of four each way', () => {
    expect(ratioScale([0.5, 4], 9).ticks).toEqual([0.5, 0.71, 1, 1.4, 2, 2.8, 4])
  })

  it('leaves out what is no ratio', () => {
    expect(ratioScale([0, -1, Number.NaN]).ticks).toContain(1)
  })
})
