import { describe, expect, it } from 'vitest'
import type { ImportedRun } from '@/api/contracts'
import { fileType, importText } from './import_button'

function run(number: number, is_new: boolean): ImportedRun {
  const id = `01m325zcn0d0mpjt5mbzqv18${number}`
  return { id, number, is_new, origin: { console: 'lab', number: 7 } }
}

describe('fileType', () => {
  it('tells a ZIP of tables from a file of runs', () => {
    expect(fileType('orrery-runs.parquet.ZIP')).toBe('application/zip')
    expect(fileType('orrery-runs.sqlite')).toBe('application/vnd.sqlite3')
  })
})

describe('importText', () => {
  it('names the numbers that the runs have here', () => {
    expect(importText({ runs: [run(12, true)] })).toBe('1 run imported as run 12.')
    expect(importText({ runs: [run(12, true), run(13, true)] })).toBe('2 runs imported as runs 12 to 13.')
  })

  it('tells of runs that were here already', () => {
    expect(importText({ runs: [run(12, true), run(10, false)] })).toBe(
      '1 run imported as run 12. 1 run of the file was here already.',
    )
    expect(importText({ runs: [run(10, false), run(11, false)] })).toBe(
      'No run was imported. 2 runs of the file were here already.',
    )
  })
})
