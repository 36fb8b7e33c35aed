import { describe, expect, it } from 'vitest'
import { sampleRun } from '@/testing/sample_data'
import { sampleGroupSummary } from '@/testing/sample_group'
import { endedOf, nameOf } from './chosen'

const sweep = sampleGroupSummary()

describe('what is chosen', () => {
  it('is named', () => {
    const [first, second] = [sampleRun(1), sampleRun(2)]
    expect(nameOf({ runs: [first], groups: [] })).toBe('run 1')
    expect(nameOf({ runs: [], groups: [sweep] })).toBe('sweep 3')
    expect(nameOf({ runs: [first, second], groups: [sweep] })).toBe('2 runs and 1 sweep or suite')
  })

  it('has ended in part; runs of a chosen sweep are in it already', () => {
    const group = { ...sweep, item: '', cell: 0, label: '' }
    const runs = [sampleRun(1), sampleRun(2, { state: 'running' }), sampleRun(3, { group })]
    const running = sampleGroupSummary({ id: 'other', state: 'running' })
    const ended = endedOf({ runs, groups: [sweep, running] })
    expect(ended.runs.map(({ number }) => number)).toEqual([1])
    expect(ended.groups).toEqual([sweep])
  })
})
