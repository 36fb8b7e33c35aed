import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BAND_QUANTILES, NodeBands } from './node_bands'
import { quantile } from './quantile'

/** Windows of `nodes` nodes, each a little late in its own way. */
function sources(nodes: number, windows: number, slot_s: number) {
  return Array.from({ length: nodes }, (_, node) => ({
    time: Float64Array.from({ length: windows }, (_, k) => (k + 0.1 + (0.8 * node) / nodes) * slot_s),
    value: Float64Array.from({ length: windows }, (_, k) => 1000 * k + node),
  }))
}

describe('quantile bands over nodes', () => {
  it('are the quantiles of the nodes in each slot', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 60 }), (nodes, windows) => {
        const bands = new NodeBands(0.1, 600, 64)
        bands.update(sources(nodes, windows, 0.1))
        const drawn = bands.data()
        expect(drawn.time).toHaveLength(windows)
        for (const [at, q] of BAND_QUANTILES.entries()) {
          const last = drawn.bands[at]?.[windows - 1]
          expect(last).toBeCloseTo(
            quantile(
              Array.from({ length: nodes }, (_, node) => 1000 * (windows - 1) + node),
              q,
            ),
            6,
          )
        }
      }),
      { numRuns: 30 },
    )
  })

  it('are the same, however the windows come in', () => {
    const whole = new NodeBands(0.1, 50, 64)
    const piecewise = new NodeBands(0.1, 50, 64)
    const all = sources(7, 80, 0.1)
    for (let end = 1; end <= 80; end += 3) {
      piecewise.update(all.map(({ time, value }) => ({ time: time.subarray(0, end), value: value.subarray(0, end) })))
    }
    piecewise.update(all)
    whole.update(all)
    expect(piecewise.data()).toEqual(whole.data())
    expect(whole.data().time).toHaveLength(50)
  })

  it('keep no more than their capacity and begin where the viewer came in', () => {
    const bands = new NodeBands(1, 10, 4)
    bands.update([{ time: Float64Array.of(100, 101), value: Float64Array.of(1, 2) }])
    expect([...bands.data().time]).toEqual([100, 101])
    bands.update([{ time: Float64Array.of(5_000), value: Float64Array.of(3) }])
    expect(bands.data().time).toHaveLength(10)
    expect(bands.data().bands[2]?.at(-1)).toBe(3)
    expect(bands.data().bands[2]?.[0]).toBeNaN()
    bands.clear()
    expect(bands.data().time).toHaveLength(0)
  })
})
