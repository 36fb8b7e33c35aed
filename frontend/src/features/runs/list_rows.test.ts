import { describe, expect, it } from 'vitest'
import type { RunSummary } from '@/api/contracts'
import { sampleRun } from '@/testing/sample_data'
import { sampleGroupSummary, sampleSweep, SWEEP_ID } from '@/testing/sample_group'
import { listRows } from './list_rows'

const sweep_runs = sampleSweep().cells.map((cell) => cell.run)
const alone = [sampleRun(110), sampleRun(90)]
const [newest, oldest] = alone as [RunSummary, RunSummary]
const groups = new Map([[SWEEP_ID, sampleGroupSummary()]])
const words = (rows: ReturnType<typeof listRows>) =>
  rows.map((row) => (row.kind === 'group' ? row.group.kind : `${row.nested ? '  ' : ''}${row.run.number}`))

describe('rows of the list', () => {
  it('collapse a sweep to one, where its newest run is', () => {
    const rows = listRows([newest, ...sweep_runs, oldest], groups, true, new Set(), new Map())
    expect(words(rows)).toEqual(['110', 'sweep', '90'])
  })

  it('show the runs of an open one below it', () => {
    const children = new Map([[SWEEP_ID, sweep_runs.slice(0, 2)]])
    const rows = listRows([newest, ...sweep_runs.slice(0, 1), oldest], groups, true, new Set([SWEEP_ID]), children)
    expect(words(rows)).toEqual(['110', 'sweep', '  100', '  101', '90'])
  })

  it('show each run where an order puts them apart, and where its group is not known', () => {
    const runs = [newest, ...sweep_runs.slice(0, 2)]
    expect(words(listRows(runs, groups, false, new Set(), new Map()))).toEqual(['110', '100', '101'])
    expect(words(listRows(runs, new Map(), true, new Set(), new Map()))).toEqual(['110', '100', '101'])
  })
})
