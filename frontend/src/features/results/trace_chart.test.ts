import { describe, expect, it } from 'vitest'
import type { Trace } from '@/api/contracts'
import { thinned } from './trace_chart'

const trace: Trace = {
  name: 'round_trip.federate1',
  title: 'Federate 1',
  unit: 'ns',
  x_title: 'Update',
  x_unit: 'count',
  x: [0, 1, 2, 3, 4],
  y: [5, 9, 1, 2, 3],
}

describe('thinned', () => {
  it('keeps the peak of each stretch at its own place', () => {
    expect(thinned(trace, 3)).toEqual([
      { x: 1, y: 9 },
      { x: 3, y: 2 },
      { x: 4, y: 3 },
    ])
  })

  it('leaves what is short as it is', () => {
    expect(thinned(trace, 5).map(({ y }) => y)).toEqual(trace.y)
    expect(thinned({ ...trace, x: [], y: [] }, 5)).toEqual([])
  })
})
