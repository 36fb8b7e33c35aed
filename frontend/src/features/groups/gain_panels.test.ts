import { describe, expect, it } from 'vitest'
import type { GainPair, GainsChart, GroupDocument, PublishedTable } from '@/api/contracts'
import { sampleSweep } from '@/testing/sample_group'
import { gainPanels, gainTable } from './gain_panels'

const chart: GainsChart = {
  kind: 'gains',
  name: 'gains',
  title: 'Gains',
  caption: '',
  figure_of: '',
  items: [],
  published: ['uss.improvements'],
  beside: [],
  metric: 'step_time.p50',
  gains: [{ name: 'two', title: 'Two managers', item: '', switch: 'workload.managers', on: '2', off: '0' }],
}

function pair(label: string, ratio: number | null, changes: Partial<GainPair> = {}): GainPair {
  return {
    run: 102,
    label,
    ratio,
    low: null,
    high: null,
    interval: 'confidence',
    two_modes: false,
    modes: [],
    ...changes,
  }
}

function gained(...pairs: GainPair[]): GroupDocument {
  const gains = [{ name: 'two', note: 'entities 20, 40', pairs }]
  return { ...sampleSweep(), chart_figures: [{ chart: 'gains', gains, shares: [], left_out: [] }] }
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

const row = (group: GroupDocument, tables: readonly PublishedTable[] = []) =>
  gainPanels(group, chart, tables)[0]?.data.rows[0]

describe('gains', () => {
  it('are drawn as the backend compared the runs, with its words', () => {
    const few = { low: 1.2, high: 1.9, interval: 'range' } as const
    const drawn = row(gained(pair('entities 20', 3, { low: 2.5, high: 3.5 }), pair('entities 40', 1.5, few)))
    expect(drawn?.note).toBe('entities 20, 40')
    expect(drawn?.items).toMatchObject([
      { label: 'entities 20', ratio: 3, low: 2.5, high: 3.5, interval: '95 % interval' },
      { label: 'entities 40', ratio: 1.5, low: 1.2, high: 1.9, interval: 'range' },
    ])
    expect(row(gained(pair('', null)))?.items).toMatchObject([{ label: 'measured', ratio: null }])
  })

  it('are both of two modes, and none if both sides have two', () => {
    const one_side = pair('entities 20', null, { two_modes: true, modes: [0.5, 4] })
    const group = gained(one_side, pair('', null, { two_modes: true }))
    expect(row(group)?.items).toMatchObject([
      { key: '0 0', label: 'entities 20, two modes', ratio: 0.5, low: null, interval: null },
      { key: '0 1', label: 'entities 20, two modes', ratio: 4, low: null, interval: null },
      { key: '1', label: 'measured, two modes', ratio: null, why_none: 'both sides have two modes' },
    ])
    const { rows, columns } = gainTable(group, chart)
    expect(rows).toEqual([
      ['Two managers', 'entities 20, two modes', 102, 0.5, null, null],
      ['Two managers', 'entities 20, two modes', 102, 4, null, null],
      ['Two managers', '', 102, 'both sides have two modes', null, null],
    ])
    expect(columns[3]?.format?.('both sides have two modes')).toBe('both sides have two modes')
  })

  it('are none before a pair is measured', () => {
    expect(gainPanels(sampleSweep(), chart, [table])).toEqual([])
  })

  it('stand beside what was expected of that switch', () => {
    const group = gained(pair('entities 20', 3))
    const expected = row(group, [table])?.items.at(-1)
    expect(expected).toMatchObject({ ratio: 6, low: 4, high: 9 })
    expect(expected?.published).toContain('4')
    expect(row(group, [{ ...table, id: 'other' }])?.items).toHaveLength(1)
  })

  it('are rows of a table, unrounded', () => {
    const { rows } = gainTable(gained(pair('entities 20', 3.123456, { low: 2, high: 4 })), chart)
    expect(rows).toEqual([['Two managers', 'entities 20', 102, 3.123456, 2, 4]])
  })
})
