import { describe, expect, it } from 'vitest'
import type { PublishedTable } from '@/api/contracts'
import { sampleSweep } from '@/testing/sample_group'
import { linePanels } from './line_panels'
import { fits, lookedUp } from './published_curves'

const table: PublishedTable = {
  id: 'study.steps',
  source: 'study',
  source_title: 'A study',
  where: 'Table 1',
  year: '2001',
  title: 'Steps',
  unit: 'ms',
  columns: ['platform', 'kind', 'small', 'large'],
  rows: [
    ['pentium', 'step', 38, null],
    ['server', 'step', 9, 12],
  ],
  platforms: [],
  note: '',
}
const point = (row: string[], column: string, ...where: string[]) => ({ row, column, metric: 'step_time.p50', where })
const curve = { table: 'study.steps', title: 'Pentium', unit: 'ms', times: 1 }
const plan = {
  name: 'lines',
  x: 'workload.entities',
  metrics: ['step_time.p50'],
  series: ['workload.managers'],
  facet: null,
  log_x: false,
  log_y: false,
  relative_to: [],
  items: [],
}

describe('published figures of a chart', () => {
  it('are looked up by row and column, and multiplied; those that were not published are left out', () => {
    const points = [point(['server', 'step'], 'large'), point(['pentium'], 'large')]
    const [looked, ...others] = lookedUp([{ ...curve, times: 2, points }], [table])
    expect(others).toEqual([])
    expect(looked?.figures.map((figure) => figure.value)).toEqual([24])
    expect(looked?.source).toContain('A study')
    expect(lookedUp([{ ...curve, points: [point(['pentium'], 'large')] }], [table])).toEqual([])
    expect(lookedUp([{ ...curve, points }], [])).toEqual([])
  })

  it('stand at their own place of the axis, measured there or not, or are a level', () => {
    const points = [point(['pentium'], 'small', 'workload.entities=31'), point(['server'], 'small')]
    const [panel] = linePanels(sampleSweep(), plan, lookedUp([{ ...curve, points }], [table]))
    expect(panel?.data.published?.axis_label).toBe('published, ms')
    expect(panel?.data.published?.curves.map((one) => one.points.map(({ x, y }) => [x, y]))).toEqual([
      [
        [31, 38],
        [null, 9],
      ],
    ])
  })

  it('belong to panels that draw their metric alone', () => {
    const points = [{ ...point(['pentium'], 'small'), metric: 'elapsed' }]
    const [panel] = linePanels(sampleSweep(), plan, lookedUp([{ ...curve, points }], [table]))
    expect(panel?.data.published).toBeNull()
  })

  it('stand beside the cells that meet their conditions', () => {
    const group = sampleSweep()
    const beside = (...where: [string, string][]) => group.cells.filter((cell) => fits(group, cell, where)).length
    expect(beside()).toBe(6)
    expect(beside(['workload.entities', '20'])).toBe(3)
    expect(beside(['workload.entities', '20'], ['workload.managers', '0'])).toBe(1)
    expect(beside(['workload.nothing', '20'])).toBe(0)
  })
})
