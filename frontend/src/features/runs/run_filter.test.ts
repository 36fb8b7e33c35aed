import { describe, expect, it } from 'vitest'
import { sampleRun, sampleRuns } from '@/testing/sample_data'
import { matches, mergeLive } from './run_filter'
import { parseRunsSearch } from './runs_search'

describe('the list of runs', () => {
  const listed = sampleRuns(8).slice(2)

  it('shows what the stream knows newer, and new runs in front', () => {
    const changed = { ...listed[0]!, state: 'failed' as const }
    const arrived = sampleRun(9, { state: 'queued' })
    const merged = mergeLive(listed, [arrived, changed], {})
    expect(merged.map((run) => run.number)).toEqual([9, 6, 5, 4, 3, 2, 1])
    expect(merged[1]?.state).toBe('failed')
  })

  it('leaves out what the filter does not want', () => {
    expect(mergeLive(listed, [sampleRun(9, { state: 'queued' })], { state: 'done' })[0]?.number).toBe(6)
    expect(mergeLive(listed, [{ ...listed[0]!, state: 'failed' }], { state: 'done' })[0]?.number).toBe(5)
    expect(mergeLive(listed, [{ ...listed[0]!, archived: true }], {})[0]?.number).toBe(5)
  })

  it('finds runs by number, name, tag, node and preset', () => {
    const run = sampleRun(121, { name: 'Three managers', tags: ['managers-study'] })
    for (const q of ['121', '#121', 'three', 'STUDY', 'cygnus', 'two-nodes']) expect(matches(run, { q }), q).toBe(true)
    for (const q of ['12', 'four', 'draco']) expect(matches(run, { q }), q).toBe(false)
  })

  it('takes only what it knows from the address', () => {
    expect(parseRunsSearch({ state: 'exploded', q: 'x', columns: 'a,,a,b', archived: 'no', other: '1' })).toEqual({
      q: 'x',
      columns: 'a,b',
    })
  })
})
