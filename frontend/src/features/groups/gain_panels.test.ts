import { describe, expect, it } from 'vitest'
import type { GainsChart, GroupDocument, PublishedTable } from '@/api/contracts'
import { sampleMetric, sampleSweep } from '@/testing/sample_group'
import { gainPanels, gainTable } from './gain_panels'

/** Managers are the switch: 2 against 0, at 20 and at 40 entities. */
const chart: GainsChart = {
  kind: 'gains',
  name: 'gains',
  title: 'Gains',
  caption: '',
  figure_of: '',
  items: [],
  published: ['uss.improvements'],
  beside: [],
  metric: 'steps_per_second',
  gains: [{ name: 'two', title: 'Two managers', item: '', switch: 'workload.managers', on: '2', off: '0' }],
}

function measured(
  rates: readonly (number | null)[],
  repeats = 3,
  better: 'higher' | 'lower' = 'higher',
): GroupDocument {
  const sweep = sampleSweep()
  const cells = sweep.cells.map((cell, at) => {
    const rate = rates[at] ?? null
    const metric = rate === null ? [] : [sampleMetric('steps_per_second', rate, { unit: 'steps/s', better })]
    return { ...cell, metrics: metric.map((one) => ({ ...one, values: one.values.slice(0, repeats) })) }
  })
  const head = { name: 'steps_per_second', title: 'Steps per second', unit: 'steps/s', better }
  return { ...sweep, cells, metrics: [head] }
}

const table: PublishedTable = {
  id: 'uss.improvements',
  source: 'uss',
  source_title: 'A study',
  year: '1996',
  platforms: [],
  where: 'section 6.6',
  title: 'Expected',
  unit: 'times',
  columns: ['gain', 'times_least', 'times_most'],
  rows: [
    ['two', 4, 9],
    ['another', 2, 2],
  ],
  note: '',
}

const items = (group: GroupDocument, tables: readonly PublishedTable[] = []) =>
  gainPanels(group, chart, tables)[0]?.data.rows[0]?.items ?? []

describe('gains', () => {
  it('compare cells that differ in the switch alone', () => {
    const [small, large, none] = items(measured([100, 1, 300, 100, 1, 150]))
    expect(small?.ratio).toBeCloseTo(3)
    expect(large?.ratio).toBeCloseTo(1.5)
    expect(none).toBeUndefined()
    expect(small?.label).toBe('entities 20')
    // Both intervals at their worst.
    expect(small?.low).toBeCloseTo((300 * 0.98) / (100 * 1.03))
    expect(small?.high).toBeCloseTo((300 * 1.03) / (100 * 0.98))
  })

  it('are times better: of what should be low, times less', () => {
    expect(items(measured([300, 1, 100, 150, 1, 100], 3, 'lower')).map((item) => item.ratio)).toEqual([3, 1.5])
  })

  it('say in words which pairs there are', () => {
    const [panel] = gainPanels(measured([100, 1, 300, 100, 1, 150]), chart, [])
    expect(panel?.data.rows[0]?.note).toBe('entities 20, 40')
  })

  it('have no interval from one repeat, and none over nothing', () => {
    const [small, large] = items(measured([100, 1, 300, 0, 1, 150], 1))
    expect(small).toMatchObject({ low: null, high: null })
    expect(large?.ratio).toBeNull()
  })

  it('wait until both sides have been measured', () => {
    expect(items(measured([100, 1, null, 100, 1, 150])).map((item) => item.label)).toEqual(['entities 40'])
    expect(gainPanels(measured([null, 1, 300, null, 1, 150]), chart, [])).toEqual([])
  })

  it('stand beside what was expected of that switch', () => {
    const expected = items(measured([100, 1, 300, 100, 1, 150]), [table]).at(-1)
    expect(expected).toMatchObject({ ratio: 6, low: 4, high: 9 })
    expect(expected?.published).toContain('4')
    expect(items(measured([100, 1, 300, 100, 1, 150]), [{ ...table, id: 'other' }])).toHaveLength(2)
  })

  it('are rows of a table, unrounded', () => {
    const { rows } = gainTable(measured([100, 1, 300, 100, 1, 150]), chart)
    expect(rows.map((row) => row.slice(0, 4))).toEqual([
      ['Two managers', 'entities 20', 102, 3],
      ['Two managers', 'entities 40', 105, 1.5],
    ])
  })
})
