import { describe, expect, it } from 'vitest'
import type { PublishedTable } from '@/api/contracts'
import { publishedRows } from './published_rows'

const table: PublishedTable = {
  id: 'feltest.primitives',
  source: 'feltest',
  source_title: 'A study',
  where: 'Table 1',
  year: '2001',
  title: 'Process and thread functions',
  unit: 'microsecond',
  columns: ['function', 'sparc4', 'origin2000'],
  rows: [
    ['mutex_lock_unlock', 1.8, 0.5],
    ['bound_thread_create', 720, null],
  ],
  platforms: [],
  note: '',
}

describe('published figures beside measured ones', () => {
  it('stand in the row of their metric, in its unit', () => {
    const rows = publishedRows(table, ['bound_thread_create', 'mutex_lock_unlock', 'futex'])
    expect(rows?.columns).toEqual(['sparc4', 'origin2000'])
    expect(rows?.unit).toBe('ns')
    expect(rows?.values.get('mutex_lock_unlock')).toEqual([1800, 500])
    expect(rows?.values.get('bound_thread_create')).toEqual([720_000, null])
    expect(rows?.values.has('futex')).toBe(false)
  })

  it('are left out where rows are not named after metrics, or the unit is not known', () => {
    expect(publishedRows(table, ['futex'])).toBeNull()
    expect(publishedRows({ ...table, unit: 'as named' }, ['mutex_lock_unlock'])).toBeNull()
  })
})
