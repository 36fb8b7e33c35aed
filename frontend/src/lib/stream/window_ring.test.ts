import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { window_schema } from '@/testing/encode_frame'
import type { FrameHeader } from './frame'
import { WindowRing } from './window_ring'

function header(sequence: number): FrameHeader {
  return {
    schema_id: 1,
    kind: 'window',
    node_index: 0,
    repeat: 0,
    rows: 1,
    sequence,
    done: sequence * 10,
    time_ns: sequence * 1e8,
    dropped: 1,
  }
}

function push(ring: WindowRing, sequence: number): boolean {
  return ring.push(header(sequence), [Float64Array.of(sequence * 2), Float64Array.of(10)])
}

describe('a ring of windows', () => {
  it('holds exactly the newest windows in order, for any capacity and count', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 200 }), (capacity, count) => {
        const ring = new WindowRing(window_schema, capacity)
        const all = Array.from({ length: count }, (_, index) => index + 1)
        for (const sequence of all) push(ring, sequence)
        const kept = all.slice(-capacity)
        expect([...ring.column('step_time.mean')]).toEqual(kept.map((sequence) => sequence * 2))
        expect([...ring.steps()]).toEqual(kept.map((sequence) => sequence * 10))
        expect([...ring.time()]).toEqual(kept.map((sequence) => (sequence * 1e8) / 1e9))
        expect(ring.length).toBe(kept.length)
        expect(ring.seen).toBe(count)
        expect(ring.dropped).toBe(count)
      }),
    )
  })

  it('ignores windows that it has already: a resume may repeat them', () => {
    const ring = new WindowRing(window_schema, 10)
    expect(push(ring, 5)).toBe(true)
    expect(push(ring, 5)).toBe(false)
    expect(push(ring, 4)).toBe(false)
    expect(ring.length).toBe(1)
  })

  it('says NaN and empty for columns that are not there', () => {
    const ring = new WindowRing(window_schema, 10)
    expect(ring.last('step_time.mean')).toBeNaN()
    expect(ring.column('unheard_of')).toHaveLength(0)
    expect(ring.has('steps')).toBe(true)
    expect(ring.has('unheard_of')).toBe(false)
  })
})
