import { describe, expect, it } from 'vitest'
import { sampleComparison } from '@/testing/sample_document'
import { curvesOf, rowLabel, words } from '../reference/published'
import { parseCompareSearch, runsOf } from './compare_search'
import { forestData, metricOrder, orderedDifferences, runColour, titleOf } from './comparison_view'
import { chosenChart } from './parameter_choice'

const comparison = sampleComparison()
const [base, second, third] = comparison.runs.map((run) => run.summary.id)

describe('a comparison', () => {
  it('says what is compared', () => {
    expect(titleOf(comparison)).toBe('3 runs by managers, 5 repeats each')
    expect(orderedDifferences(comparison).map(({ kind }) => kind)).toEqual(['setting', 'fact'])
  })

  it('gives each run a colour, the baseline grey', () => {
    expect([base, second, third].map((id) => runColour(comparison, id ?? ''))).toEqual([
      'var(--node-8)',
      'var(--node-1)',
      'var(--node-2)',
    ])
  })

  it('puts the metrics that say most first', () => {
    expect(metricOrder(comparison.metrics)).toEqual(['step_time.p50', 'bytes_per_step'])
    const [first, last] = forestData(comparison, 8).rows
    expect(first).toMatchObject({ label: 'Step time, median', note: 'lower is better' })
    expect(first?.items.map(({ ratio }) => ratio)).toEqual([1.35, 2.05])
    expect(last?.items.map(({ ratio }) => ratio)).toEqual([null, null])
    expect(forestData(comparison, 1).rows).toHaveLength(1)
  })

  it('draws the metric over the setting that differs, as a quantity', () => {
    const drawn = chosenChart(comparison, {})
    expect(drawn?.axis).toMatchObject({ path: 'workload.managers', numeric: true })
    expect(drawn?.data.points.map(({ x, x_text, median }) => [x, x_text, median])).toEqual([
      [0, '0', 20_000],
      [1, '1', 27_000],
      [3, '3', 41_000],
    ])
    expect(drawn?.data).toMatchObject({ connect: true, y_label: 'µs', published: null })
    expect(drawn?.axes.map(({ path }) => path)).toEqual(['workload.managers', 'run'])
  })

  it('draws both figures of repeats in two modes', () => {
    const modes = [
      { median: 15_000, repeats: 2 },
      { median: 40_000, repeats: 3 },
    ]
    const runs = comparison.runs.map((run) => ({
      ...run,
      metrics: run.metrics.map((metric) => (run.summary.id === second ? { ...metric, modes } : metric)),
    }))
    expect(chosenChart({ ...comparison, runs }, {})?.data.points.map((point) => point.modes)).toEqual([
      [],
      [15_000, 40_000],
      [],
    ])
  })

  it('draws a line for each of the others where runs differ in more than the axis', () => {
    const differences = [
      { path: 'workload.managers', title: 'Managers', kind: 'setting' as const, values: ['0', '1', '0'] },
      { path: 'workload.entities', title: 'Entities', kind: 'setting' as const, values: ['20', '20', '40'] },
    ]
    const lines = chosenChart({ ...comparison, differences }, { x: 'workload.managers' })?.lines
    expect(lines?.series.map(({ label, points }) => [label, points.map(({ x, y }) => [x, y])])).toEqual([
      [
        'entities 20',
        [
          [0, 20_000],
          [1, 27_000],
        ],
      ],
      ['entities 40', [[0, 41_000]]],
    ])
    expect(chosenChart(comparison, {})?.lines).toBeNull()
  })

  it('takes axis and metric from the address, and others where they are unknown', () => {
    expect(chosenChart(comparison, { x: 'run', metric: 'bytes_per_step' })).toMatchObject({
      axis: { path: 'run' },
      metric: { name: 'bytes_per_step' },
    })
    expect(chosenChart(comparison, { x: 'unheard.of', metric: 'unheard_of' })?.metric.name).toBe('step_time.p50')
    expect(chosenChart({ ...comparison, runs: [] }, {})).toBeNull()
  })

  it('overlays a published curve over the same parameter unless told not to', () => {
    const table = {
      ...(comparison.published[0] ?? {
        id: '',
        source: '',
        source_title: '',
        year: '',
        platforms: [],
        where: '',
        title: '',
        unit: '',
        note: '',
      }),
      columns: ['managers', 'step_ms'],
      rows: [
        [0, 38],
        [1, 61],
        [2, null],
      ],
    }
    const beside = { ...comparison, published: [table] }
    expect(chosenChart(beside, {})?.data.published?.points).toHaveLength(2)
    expect(chosenChart(beside, { published: 'none' })?.data.published).toBeNull()
    expect(curvesOf(table, 'entities')).toEqual([])
  })
})

describe('the address of a comparison', () => {
  it('holds runs once, in their order', () => {
    expect(runsOf(parseCompareSearch({ runs: 'b,a,,b', baseline: 'a', unheard: 'of' }))).toEqual(['b', 'a'])
    expect(runsOf(parseCompareSearch({}))).toEqual([])
  })
})

describe('published names', () => {
  it.each([
    ['slave_wait_ms_two_nodes', 'slave wait (ms) two nodes'],
    ['bus_bandwidth_mb_s', 'bus bandwidth, MB/s'],
    ['TCP, raw sockets', 'TCP, raw sockets'],
  ])('%s reads %s', (name, text) => {
    expect(words(name)).toBe(text)
  })

  it('label their rows', () => {
    const table = comparison.published[0]
    if (table === undefined) throw new Error('no table')
    expect(rowLabel(table, table.rows[0] ?? [])).toBe('second manager on master extra (ms) 40 entities')
    const numbers = {
      ...table,
      columns: ['a', 'b'],
      rows: [
        [1, 2],
        [3, 4],
      ],
    }
    expect(rowLabel(numbers, numbers.rows[1] ?? [])).toBe('row 2')
  })
})
