import { describe, expect, it } from 'vitest'
import type { PublishedTable } from '@/api/contracts'
import { publishedRoundTrips } from './published'

const table = {
  id: 'rtibm.tick-selection',
  columns: ['configuration', 'type', 'tick_version', 'dmso_rti_1_3ng4_ms', 'dmso_hz', 'fdk_3_0_ms'],
  rows: [
    ['1 system, 2 CPUs', 'RTOL', 'V2', 9, 99, 9],
    ['2 systems, 2 CPUs', 'RTOL', 'V1', 3.84, 99.17, 0.57],
    ['2 systems, 2 CPUs', 'RTIL', 'V2', 7.82, 99.14, 2.48],
  ],
} as unknown as PublishedTable

describe('publishedRoundTrips', () => {
  it('takes the row of the kind of test and the tick version, in ns', () => {
    expect(publishedRoundTrips([table], { exchanged: 'objects', tick: 'wait' })).toEqual([
      { label: 'DMSO RTI 1.3NG4', value: 3.84e6, published: true },
      { label: 'FDK 3.0', value: 0.57e6, published: true },
    ])
    expect(publishedRoundTrips([table], { exchanged: 'interactions', tick: 'sleep' })[0]?.value).toBe(7.82e6)
  })

  it('has none where the study has none', () => {
    expect(publishedRoundTrips([table], { exchanged: 'objects', tick: 'sleep' })).toEqual([])
    expect(publishedRoundTrips([], { exchanged: 'objects', tick: 'wait' })).toEqual([])
  })
})
