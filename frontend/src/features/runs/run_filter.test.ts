import { describe, expect, it } from 'vitest'
import { sampleRun, sampleRuns } from '@/testing/sample_data'
import { isFiltered, matches, mergeLive, serverFilter } from './run_filter'
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

  it('knows of a new run its workload and day, and leaves commit and settings to the server', () => {
    const run = sampleRun(121, { created_at: '2026-03-03T12:00:00.000Z' })
    for (const search of [
      { workload: 'universe_steps' },
      { since: '2026-03-03', until: '2026-03-03' },
      { since: '2026-03-03T12:00:00.000Z' },
    ])
      expect(matches(run, search), JSON.stringify(search)).toBe(true)
    for (const search of [
      { workload: 'rti_throughput' },
      { since: '2026-03-04' },
      { until: '2026-03-02' },
      { commit: '51dc' },
      { set: 'workload.entities=40' },
    ])
      expect(matches(run, search), JSON.stringify(search)).toBe(false)
  })

  it('asks the server for each setting', () => {
    const search = parseRunsSearch({ set: 'workload.entities=40;seed=7', commit: '51dc', since: '2026-03-03' })
    expect(serverFilter(search)).toMatchObject({
      set: ['workload.entities=40', 'seed=7'],
      commit: '51dc',
      since: '2026-03-03',
      until: null,
    })
    expect(isFiltered({ set: 'seed=7' })).toBe(true)
    expect(isFiltered({ columns: 'name', sort: 'name', archived: 'yes' })).toBe(false)
  })

  it('takes only what it knows from the address', () => {
    expect(parseRunsSearch({ state: 'exploded', q: 'x', columns: 'a,,a,b', archived: 'no', other: '1' })).toEqual({
      q: 'x',
      columns: 'a,b',
    })
  })
})
