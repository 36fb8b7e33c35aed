import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxesTouch, firstFree, spreadLabels, thinLabels, type Box } from './labels'

describe('labels along an axis', () => {
  const wishes = fc.array(
    fc.record({ at: fc.double({ min: 0, max: 1000, noNaN: true }), size: fc.double({ min: 1, max: 40, noNaN: true }) }),
    { maxLength: 20 },
  )

  it('never overlap and stay inside, as long as they fit', () => {
    fc.assert(
      fc.property(wishes, (labels) => {
        const middles = spreadLabels(labels, 0, 1000, 2)
        const spans = labels.map(
          ({ size }, index) => [(middles[index] ?? 0) - size / 2, (middles[index] ?? 0) + size / 2] as const,
        )
        spans.sort((a, b) => a[0] - b[0])
        for (const [index, span] of spans.entries()) {
          expect(span[0]).toBeGreaterThanOrEqual(-1e-6)
          expect(span[1]).toBeLessThanOrEqual(1000 + 1e-6)
          const next = spans[index + 1]
          if (next !== undefined) expect(next[0]).toBeGreaterThanOrEqual(span[1] - 1e-6)
        }
      }),
    )
  })

  it('stay where they want to be if nothing is near', () => {
    expect(
      spreadLabels(
        [
          { at: 20, size: 10 },
          { at: 80, size: 10 },
        ],
        0,
        100,
      ),
    ).toEqual([20, 80])
  })

  it('share the way where they meet', () => {
    expect(
      spreadLabels(
        [
          { at: 50, size: 10 },
          { at: 50, size: 10 },
        ],
        0,
        100,
        0,
      ),
    ).toEqual([45, 55])
  })

  it('spread evenly when they cannot fit', () => {
    const middles = spreadLabels(
      [
        { at: 5, size: 60 },
        { at: 5, size: 60 },
      ],
      0,
      100,
    )
    expect(middles).toEqual([25, 75])
  })

  it('are thinned in their order', () => {
    expect(
      thinLabels([
        { at: 0, size: 10 },
        { at: 5, size: 10 },
        { at: 20, size: 10 },
      ]),
    ).toEqual([true, false, true])
  })
})

describe('boxes', () => {
  const boxes = fc.array(
    fc.array(
      fc.record({
        x: fc.integer({ max: 90, min: 0 }),
        y: fc.integer({ max: 90, min: 0 }),
        width: fc.constant(12),
        height: fc.constant(12),
      }),
      { maxLength: 4 },
    ),
    { maxLength: 15 },
  )

  it('are placed so that none touches another', () => {
    fc.assert(
      fc.property(boxes, (candidates) => {
        const placed = firstFree(candidates).filter((box): box is Box => box !== null)
        for (const [index, box] of placed.entries()) {
          for (const other of placed.slice(index + 1)) expect(boxesTouch(box, other)).toBe(false)
        }
      }),
    )
  })
})
