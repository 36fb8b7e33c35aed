import { describe, expect, it } from 'vitest'
import { leftToRestore } from './before_group_change'

const run = (id: string, tags: string[], archived = false) => ({ id, tags, archived })

describe('what an undo of a change of a group leaves to restore', () => {
  it('is the tag of the runs that had it before', () => {
    const before = [run('a', ['new', 'old']), run('b', ['old']), run('c', [])]
    expect(leftToRestore(before, { tags: [] }, { tags: ['new'] })).toEqual([
      { id: 'a', patch: { tags: ['new', 'old'] } },
    ])
  })

  it('is the lack of a tag that only some runs had', () => {
    const before = [run('a', ['old']), run('b', ['own'])]
    expect(leftToRestore(before, { tags: ['old'] }, { tags: [] })).toEqual([{ id: 'b', patch: { tags: ['own'] } }])
  })

  it('is the archive of the runs that were there before', () => {
    const before = [run('a', [], true), run('b', [])]
    expect(leftToRestore(before, { tags: [] }, { archived: true })).toEqual([{ id: 'a', patch: { archived: true } }])
    expect(leftToRestore(before, { tags: [] }, { archived: false })).toEqual([{ id: 'b', patch: { archived: false } }])
  })

  it('is nothing where all runs were like their group', () => {
    const before = [run('a', ['old']), run('b', ['old'])]
    expect(leftToRestore(before, { tags: ['old'] }, { tags: ['old', 'new'] })).toEqual([])
  })
})
