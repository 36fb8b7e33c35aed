import { describe, expect, it } from 'vitest'
import { sample_nodes, sampleNode } from '@/testing/sample_data'
import { clockIsOff, clockText, coresText, fleetTitle, lentText } from './node_words'

describe('what a node says', () => {
  it('names the limit where there is one', () => {
    expect(coresText({ cores: 4, cpu_limit: 4 })).toBe('4 cores')
    expect(coresText({ cores: 4, cpu_limit: 0.33 })).toBe('0.33 of 4 cores')
    expect(coresText({ cores: 1, cpu_limit: 1 })).toBe('1 core')
  })

  it('is not more exact about a clock than is known', () => {
    expect(clockText(sampleNode('a', 1))).toBe('+18 ± 42\u00a0µs')
    expect(clockText(sampleNode('a', 1, { clock_offset_ns: -1_234_567, clock_offset_error_ns: 61_000 }))).toBe(
      '−1.2 ± 0.1\u00a0ms',
    )
    expect(clockText(sampleNode('a', 1, { clock_offset_ns: null }))).toBe('not measured')
  })

  it('calls a clock off only when that is certain', () => {
    expect(clockIsOff(sampleNode('a', 1, { clock_offset_ns: 120e6, clock_offset_error_ns: 30e6 }))).toBe(false)
    expect(clockIsOff(sampleNode('a', 1, { clock_offset_ns: -180e6, clock_offset_error_ns: 30e6 }))).toBe(true)
  })

  it('says who has lent the node', () => {
    const lent = { manager: 'slurm', job: '17', partition: 'lab', ends_at: null }
    expect(lentText(lent)).toBe('slurm job 17')
    expect(lentText({ ...lent, ends_at: '2020-03-03T12:00:00Z' })).toMatch(/^slurm job 17, until 3 Mar 2020 \d\d:00$/)
  })

  it('sums up the fleet', () => {
    expect(fleetTitle([])).toBe('No node has joined yet')
    expect(fleetTitle(sample_nodes)).toBe('2 nodes online, all at work, 1 offline')
    expect(fleetTitle([sampleNode('a', 1)])).toBe('1 node online, all free')
  })
})
