import { describe, expect, it } from 'vitest'
import type { RunSummary } from '@/api/contracts'
import { sampleRuns } from '@/testing/sample_data'
import { narrowColumns, runColumns } from './run_columns'

const keys = (runs: readonly RunSummary[], turn = false) => {
  const columns = runColumns(runs, () => 0, new Map())
  return narrowColumns(turn ? columns.toReversed() : columns).map(({ key }) => key)
}

const [first] = sampleRuns(30).filter((run) => run.headline.length > 1)
if (first === undefined) throw new Error('no sample run with metrics')
const [leading] = first.headline

describe('the columns of a narrow list', () => {
  it('are name, state, leading metric and age, whatever the order of all columns', () => {
    const expected = ['name', 'state', leading?.name, 'created']
    expect(keys([first])).toEqual(expected)
    expect(keys([first], true)).toEqual(expected)
  })

  it('have the figure of merit for runs of several workloads, and for runs without metrics', () => {
    const other = { ...first, headline: first.headline.map((metric) => ({ ...metric, name: `${metric.name}.other` })) }
    const expected = ['name', 'state', 'figure', 'created']
    expect(keys([first, other])).toEqual(expected)
    expect(keys([first, other], true)).toEqual(expected)
    expect(keys([{ ...first, headline: [] }])).toEqual(expected)
  })
})
