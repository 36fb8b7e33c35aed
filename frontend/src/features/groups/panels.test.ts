import { describe, expect, it } from 'vitest'
import type { GroupDocument, SpeedUps } from '@/api/contracts'
import { sampleAxis, sampleMetric, sampleSuiteRun, sampleSweep } from '@/testing/sample_group'
import { cellTable, speedUpTable } from './chart_table'
import { explored } from './explored'
import { metricNames, namedValue, shortTitles, valueText } from './group_values'
import { linePanels } from './line_panels'
import { modesNote, speedUpNote } from './modes_note'
import { breakdownPanels, heatPanels, namedSpeedUps, speedUpChart } from './other_panels'

const plan = {
  name: 'lines',
  x: 'workload.managers',
  metrics: ['step_time.p50'],
  series: ['workload.entities'],
  facet: null,
  log_x: false,
  log_y: false,
  items: [],
  relative_to: [],
}

/** With one more parameter, of which the second half of the cells has another value. */
function withThird(): GroupDocument {
  const sweep = sampleSweep()
  const axis = sampleAxis('workload.process_model', 'Process model', ['pooled', 'process'])
  const cells = ['"pooled"', '"process"'].flatMap((value, at) =>
    sweep.cells.map((cell) => ({ ...cell, cell: cell.cell + 10 * at, values: [...cell.values, value] })),
  )
  return { ...sweep, axes: [...sweep.axes, axis], cells }
}

/** The median step time of the first cell is 600 ns in two repeats and 50 us in three. */
function inTwoModes(group: GroupDocument): GroupDocument {
  const modes = [
    { median: 600, repeats: 2 },
    { median: 50_000, repeats: 3 },
  ]
  const cells = group.cells.map((cell, at) => ({
    ...cell,
    metrics: cell.metrics.map((metric) =>
      at === 0 && metric.name === 'step_time.p50' ? { ...metric, modes, unit: 'ns' } : metric,
    ),
  }))
  return { ...group, cells }
}

describe('values of parameters', () => {
  it.each([
    ['3', '3'],
    ['0.25', '0.25'],
    ['"shm"', 'shared memory'],
    ['true', 'on'],
    ['["node-1","node-2"]', 'node-1, node-2'],
    ['[1,2,4,8,12,16]', '1, 2, 4, 8, 12, 16'],
    ['[1,2,4,8,12,16,20,24]', '1, 2, 4, 8, 12 and 3 more'],
    ['{"kind":"named","count":2}', 'chosen nodes 2'],
    ['["best_effort"]', 'best effort'],
    ['bare text', 'bare text'],
    [null, '–'],
  ])('%s reads %s', (text, shown) => expect(valueText({ closed: true }, text)).toBe(shown))

  it.each([
    ['"in_view"', 'in_view'],
    ['"shm"', 'shm'],
    ['""', 'none'],
    ['["node_1","node_2"]', 'node_1, node_2'],
    ['{"kind":"named","names":"node_1"}', 'chosen nodes node_1'],
  ])('that a person wrote stay as they are: %s reads %s', (text, shown) =>
    expect(valueText({ closed: false }, text)).toBe(shown),
  )

  it('have the parameter’s name and unit', () => {
    const axis = { ...sampleAxis('workload.update_cost_us', 'Update cost', [20]), unit: 'us' }
    expect(namedValue(axis, '20')).toBe('update cost 20 µs')
  })
})

it('says once what all titles end with', () => {
  expect(shortTitles(['Update, mean of a step, master', 'Idle, mean of a step, master'])).toEqual(['Update', 'Idle'])
  expect(shortTitles(['Step time, p50', 'Step time, p99'])).toEqual(['Step time, p50', 'Step time, p99'])
  expect(shortTitles(['mean', 'mean'])).toEqual(['mean', 'mean'])
  expect(shortTitles(['Idle, mean'])).toEqual(['Idle, mean'])
})

describe('lines', () => {
  it('join the cells of one series in the order of the parameter, with every repeat', () => {
    const [panel, ...others] = linePanels(sampleSweep(), plan)
    expect(others).toEqual([])
    const series = panel?.data.series ?? []
    expect(series.map((one) => one.label)).toEqual(['entities 20', 'entities 40'])
    expect(series[0]?.points.map((point) => [point.x, point.y])).toEqual([
      [0, 2_000_000],
      [1, 2_500_000],
      [2, 3_000_000],
    ])
    expect(series[0]?.points[0]?.values).toHaveLength(3)
    expect(panel?.data.formatTick(2_500_000)).toBe('2.5')
    expect(panel?.data.y_label).toBe('ms')
  })

  it('tell apart what the plan forgets, rather than draw two values at one place', () => {
    const [panel] = linePanels(withThird(), plan)
    expect(panel?.data.series.map((one) => one.label)).toEqual([
      'entities 20, process model pooled',
      'entities 40, process model pooled',
      'entities 20, process model process',
      'entities 40, process model process',
    ])
  })

  it('of long lists that begin alike stay apart', () => {
    const lists = ['[1,1,1,1,1,1,1]', '[1,1,1,1,1,1,2]']
    const sweep = sampleSweep()
    const at = sweep.axes.findIndex((axis) => axis.path === 'workload.entities')
    const axes = sweep.axes.map((axis, index) => (index === at ? { ...axis, numeric: false, values: lists } : axis))
    const cells = sweep.cells.map((cell) => ({
      ...cell,
      values: cell.values.map((value, index) => (index === at ? (lists[value === '20' ? 0 : 1] ?? '') : value)),
    }))
    const [panel] = linePanels({ ...sweep, axes, cells }, plan)
    expect(panel?.data.series.map((one) => one.points.length)).toEqual([3, 3])
  })

  it('make a panel for each value of a facet, on one axis and with one colour for each series', () => {
    const panels = linePanels(withThird(), { ...plan, facet: 'workload.process_model' })
    expect(panels.map((panel) => panel.title)).toEqual(['process model pooled', 'process model process'])
    expect(panels[0]?.data.also_y).toEqual(panels[1]?.data.also_y)
    expect(panels[0]?.data.series.map((one) => one.colour)).toEqual(panels[1]?.data.series.map((one) => one.colour))
  })

  it('stand in places where the parameter is no number', () => {
    const [panel] = linePanels(withThird(), { ...plan, x: 'workload.process_model' })
    expect(panel?.data.categories).toEqual(['pooled', 'process'])
    expect(panel?.data.series[0]?.points.map((point) => point.x)).toEqual([0, 1])
  })

  it('are the shares of another run that the backend found, if the plan says so', () => {
    const relative = { ...plan, x: 'workload.entities', series: ['workload.managers'], relative_to: ['managers=0'] }
    const sweep = sampleSweep()
    const shares = sweep.cells.slice(0, 3).map((cell, at) => ({
      run: cell.run.number,
      metric: sampleMetric('step_time.p50', 1 + at / 4, { title: 'Share', unit: 'share' }),
    }))
    const group = { ...sweep, chart_figures: [{ chart: 'lines', gains: [], shares, left_out: [] }] }
    const [panel] = linePanels(group, relative)
    expect(panel?.data.series.map((one) => one.points.map(({ y }) => y))).toEqual([[1], [1.25], [1.5]])
    expect(panel?.data.label).toContain('Share against Entities')
    expect(panel?.data.y_label).toBe('%')
    expect(linePanels(sweep, relative)).toEqual([])
  })

  it('are none where nothing has the parameter', () => {
    expect(linePanels(sampleSweep(), { ...plan, x: 'workload.lookahead' })).toEqual([])
  })
})

describe('two modes', () => {
  it('are two figures of a line, named below the chart', () => {
    const group = inTwoModes(sampleSweep())
    const point = linePanels(group, plan)[0]?.data.series[0]?.points[0]
    expect(point?.modes).toEqual([600, 50_000])
    expect(point?.title).toMatch(/two modes, 600.*ns in 2 repeats, 50.*s in 3 repeats/)
    const chart = { ...plan, kind: 'lines', title: 'Lines', caption: '', figure_of: '', published: [] } as const
    expect(modesNote(group, { ...chart, beside: [] } as never)).toMatch(
      /^Two modes, both drawn: entities 20, managers 0: 600.*ns in 2 repeats, 50.*s in 3 repeats\.$/,
    )
    expect(modesNote(sampleSweep(), { ...chart, beside: [] } as never)).toBeNull()
  })

  it('halve a cell of a heat map', () => {
    const heat = { x: 'workload.managers', y: 'workload.entities', metric: 'step_time.p50', facet: null, items: [] }
    const cell = heatPanels(inTwoModes(sampleSweep()), heat)[0]?.data.cells[0]
    expect(cell?.modes).toEqual([600, 50_000])
  })

  it('make no median of several cells of a heat map', () => {
    const heat = { x: 'workload.managers', y: 'workload.managers', metric: 'step_time.p50', facet: null, items: [] }
    const group = inTwoModes(sampleSweep())
    const cell = heatPanels(group, heat)[0]?.data.cells.find(({ column, row }) => column === 0 && row === 0)
    const other = group.cells[3]?.metrics.find(({ name }) => name === 'step_time.p50')?.median
    expect(cell?.modes).toEqual([600, other])
    expect(cell?.title).toMatch(/managers 0: 2 runs, 1 in two modes, 600.*ns to/)
  })

  it('are two figures of a speed-up', () => {
    const points = [{ x: 2, speed_up: 1.5, low: 1.5, high: 1.5, modes: [1.2, 1.9] }]
    const one = { label: '', values: [], points, fitted: [], serial_fraction: null, not_fitted: [2], left_out: [4, 8] }
    const series = [{ ...one, serial_fraction_low: null, serial_fraction_high: null }]
    const data = speedUpChart({ x: 'x', x_title: 'Threads', metric: 'm', title: 'M', baseline_x: 1, series })
    expect(data.series[0]?.points[0]).toMatchObject({
      modes: [1.2, 1.9],
      title: 'threads 2: two modes, 1.20× and 1.90×',
    })
    const speed_ups = { x: 'x', x_title: 'Threads', metric: 'm', title: 'M', baseline_x: 1, series }
    expect(speedUpNote(speed_ups)).toBe(
      'No speed-up, as the repeats there or at 1 have no median, being in two modes: 4, 8. ' +
        'Amdahl’s law leaves out repeats in two modes: 2.',
    )
    expect(speedUpNote({ ...speed_ups, series: [] })).toBeNull()
    expect(speedUpTable(speed_ups).rows).toEqual([['', 2, null, 1.2, 1.9, null, null, null, null]])
  })

  it('are two columns of a table, without a median', () => {
    const group = inTwoModes(sampleSweep())
    const { columns, rows } = cellTable(group, group.cells, ['step_time.p50'])
    expect(columns.map(({ title }) => title).slice(3, 6)).toEqual([
      'Step time, median',
      'Step time, median, lower mode',
      'Step time, median, upper mode',
    ])
    expect(rows[0]?.slice(3, 6)).toEqual([null, 600, 50_000])
    expect(rows[1]?.slice(3, 6)).toEqual([group.cells[1]?.metrics[0]?.median, null, null])
    expect(cellTable(sampleSweep(), group.cells.slice(1), ['step_time.p50']).columns).toHaveLength(7)
  })

  it('over time are named below the chart, as are shares that two runs in two modes do not have', () => {
    const sweep = sampleSweep()
    const found = { series: 'step_time', title: 'Step time', unit: 'ns', repeat: 0, node_index: 0, sentence: 'Both.' }
    const modes = [600, 50_000].map((median) => ({ median, windows: 5 }))
    const cells = sweep.cells.map((cell, at) =>
      at > 1 ? cell : { ...cell, window_modes: [{ ...found, modes, places: at === 0 ? 3 : 1, places_measured: 4 }] },
    )
    const chart = {
      ...plan,
      kind: 'lines',
      title: 'Lines',
      caption: '',
      figure_of: '',
      published: [],
      beside: [],
    } as never
    const group = {
      ...sweep,
      cells,
      chart_figures: [{ chart: 'lines', gains: [], shares: [], left_out: ['No share.'] }],
    }
    expect(modesNote(group, chart)).toBe(
      'Two modes over time, only the median drawn: entities 20, managers 0. No share.',
    )
  })
})

describe('heat maps', () => {
  it('have a cell for each pair, also where nothing is measured yet', () => {
    const sweep = sampleSweep()
    const cells = sweep.cells.map((cell, at) => (at === 5 ? { ...cell, metrics: [] } : cell))
    const [panel] = heatPanels(
      { ...sweep, cells },
      { x: 'workload.managers', y: 'workload.entities', metric: 'step_time.p50', facet: null, items: [] },
    )
    expect(panel?.data.columns).toEqual(['0', '1', '2'])
    expect(panel?.data.cells).toHaveLength(6)
    expect(panel?.data.cells.find((cell) => cell.column === 2 && cell.row === 1)).toMatchObject({
      value: null,
      title: 'managers 2, entities 40: not measured yet',
    })
  })
})

describe('breakdowns', () => {
  it('stack the metrics of each cell in the order of the parameter, as shares if asked for', () => {
    const metrics = ['activity.update', 'activity.manager']
    const chart = { x: 'workload.managers', metrics, facet: 'workload.entities', share: true, items: [] }
    const panels = breakdownPanels(sampleSweep(), chart)
    expect(panels.map((panel) => panel.title)).toEqual(['entities 20', 'entities 40'])
    const rows = panels[0]?.data.rows ?? []
    expect(rows.map((row) => row.label)).toEqual(['managers 0', 'managers 1', 'managers 2'])
    for (const row of rows) expect(row.segments.reduce((sum, part) => sum + part.value, 0)).toBeCloseTo(1)
  })

  it('have two bars where a part has two modes', () => {
    const chart = { x: 'workload.managers', metrics: ['step_time.p50'], facet: null, share: false, items: [] }
    const rows = breakdownPanels(inTwoModes(sampleSweep()), chart)[0]?.data.rows ?? []
    expect(rows.map((row) => [row.label, row.segments[0]?.value]).slice(0, 2)).toEqual([
      ['managers 0, entities 20, lower mode', 600],
      ['managers 0, entities 20, upper mode', 50_000],
    ])
  })
})

describe('speed-ups', () => {
  const speed_ups: SpeedUps = {
    x: 'workload.threads',
    x_title: 'Threads',
    metric: 'elapsed',
    title: 'Elapsed',
    baseline_x: 1,
    series: [
      {
        label: 'long events',
        values: ['100'],
        points: [
          { x: 1, speed_up: 1, low: 1, high: 1, modes: [] },
          { x: 2, speed_up: 1.8, low: 1.7, high: 1.9, modes: [] },
          { x: 16, speed_up: 4, low: 3.8, high: 4.1, modes: [] },
        ],
        serial_fraction: 0.2,
        serial_fraction_low: 0.18,
        serial_fraction_high: 0.22,
        fitted: [1, 1.67, 4],
        not_fitted: [],
        left_out: [],
      },
    ],
  }

  it('have the names and units that other charts give them, without what all share', () => {
    const group = sampleSweep()
    const [one] = speed_ups.series
    const series = ['20', '40'].map((entities) => ({
      ...one,
      label: `entities ${entities}.0`,
      values: [entities, '1'],
    }))
    const named = namedSpeedUps(group, ['workload.entities', 'workload.managers'], { ...speed_ups, series } as SpeedUps)
    expect(named.series.map((found) => found.label)).toEqual(['entities 20', 'entities 40'])
  })

  it('stand under the ideal, which does not flatten them', () => {
    const chart = speedUpChart(speed_ups)
    const ideal = chart.curves.find((curve) => curve.key === 'ideal')?.points ?? []
    expect(ideal.slice(0, 2)).toEqual([
      { x: 1, y: 1 },
      { x: 2, y: 2 },
    ])
    expect(Math.max(...ideal.map((point) => point.y))).toBeLessThanOrEqual(4.1 * 1.6 + 1e-9)
    expect(chart.curves.find((curve) => curve.key === 'fit long events')?.points.map((point) => point.y)).toEqual([
      1, 1.67, 4,
    ])
  })
})

describe('what a sweep’s chart shows', () => {
  it('is logarithmic along a parameter over decades, unless the address says otherwise', () => {
    const sweep = sampleSweep()
    const axes = sweep.axes.map((axis) =>
      axis.path === 'workload.managers' ? { ...axis, values: ['1', '10', '100'] } : axis,
    )
    const cells = sweep.cells.map((cell, at) => ({
      ...cell,
      values: [['1', '10', '100'][at % 3] ?? '', cell.values[1] ?? null],
    }))
    const wide = { ...sweep, axes, cells }
    const search = { x: 'workload.managers' }
    expect(explored(sweep, search)?.log).toEqual([])
    expect(explored(wide, search)?.log).toEqual(['x'])
    expect(explored(wide, { ...search, log: 'none' })?.log).toEqual([])
    expect(explored(wide, { ...search, log: 'x,y' })?.log).toEqual(['x', 'y'])
  })

  it('is a number along the axis and a line for each of the other', () => {
    const seen = explored(sampleSweep(), {})
    expect(seen?.x.path).toBe('workload.managers')
    expect(seen?.by?.path).toBe('workload.entities')
    expect(seen?.kinds).toEqual(['lines', 'heat', 'breakdown'])
    expect(seen?.metric.name).toBe('step_time.p50')
  })

  it('follows the address, and leaves what is not there', () => {
    const seen = explored(sampleSweep(), { chart: 'heat', x: 'workload.entities', metric: 'no.such' })
    expect(seen?.chart).toMatchObject({ kind: 'heat', x: 'workload.entities', y: 'workload.managers' })
    expect(seen?.metric.name).toBe('step_time.p50')
  })

  it('shows one item of a suite, with the parameters that vary in it', () => {
    const third = withThird()
    // Half of the cells vary managers and entities, the other half managers alone.
    const cells = third.cells.flatMap((cell) => {
      const item = cell.values[2] === '"pooled"' ? 'entities' : 'managers'
      return item === 'managers' && cell.values[0] !== '20' ? [] : [{ ...cell, item }]
    })
    const group = { ...sampleSuiteRun(), axes: third.axes, cells }
    const first = explored(group, {})
    expect(first?.items.map(({ name }) => name)).toEqual(['entities', 'managers'])
    expect(first?.chart.items).toEqual(['entities'])
    expect(first?.axes.map(({ path }) => path)).toEqual(['workload.entities', 'workload.managers'])
    const second = explored(group, { item: 'managers' })
    expect(second?.chart.items).toEqual(['managers'])
    expect(second?.axes.map(({ path }) => path)).toEqual(['workload.managers'])
    expect(linePanels(group, second?.chart as never)[0]?.data.series).toHaveLength(1)
  })

  it('puts along the axis what is about workers', () => {
    const sweep = sampleSweep()
    const [first, second] = sweep.axes
    if (first === undefined || second === undefined) throw new Error('no axes')
    const axes = [{ ...first, path: 'workload.threads' }, second]
    const seen = explored({ ...sweep, axes }, { chart: 'speedup' })
    expect(seen?.x.path).toBe('workload.threads')
    expect(seen?.kind).toBe('speedup')
    expect(explored(sweep, { chart: 'speedup' })?.kind, 'managers are work, not workers').toBe('lines')
  })
})

it('exports every cell unrounded, with parameters as numbers', () => {
  const sweep = sampleSweep()
  const { columns, rows } = cellTable(sweep, sweep.cells, metricNames(sweep).slice(0, 1))
  expect(columns.map((column) => column.title)).toEqual([
    'run',
    'Entities',
    'Managers',
    'Step time, median',
    'Step time, median, low',
    'Step time, median, high',
    'Step time, median, repeats',
  ])
  expect(rows[4]).toEqual([104, 40, 1, 4_500_000, 4_500_000 * 0.98, 4_500_000 * 1.03, 3])
})
