import { describe, expect, it } from 'vitest'
import type { FrameSchema, Series } from '@/api/contracts'
import { buildModel } from '@/lib/document/model'
import { documentSchema } from '@/testing/contracts'
import { sampleDocument } from '@/testing/sample_document'
import { chooseMetrics } from './choose_metrics'
import { parseRunSearch, zoomOf } from './run_search'
import { drawSeries, recordedShare, rowsFor, seriesPlan } from './series_plan'
import { specRows } from './spec_rows'

const run = sampleDocument()

describe('metrics', () => {
  it('come in the order of what they say', () => {
    const [first, second] = run.metrics
    if (first === undefined || second === undefined) throw new Error('no metrics')
    const plain = { ...first, name: 'bytes', better: 'neither' as const }
    expect(chooseMetrics([plain, second, first], ['step_time.p50'], 9).map(({ name }) => name)).toEqual([
      'step_time.p50',
      'steps_per_second',
      'bytes',
    ])
    expect(chooseMetrics([plain, second, first], [], 1)).toHaveLength(1)
  })
})

describe('the spec of a run', () => {
  const rows = specRows(buildModel(documentSchema('RunSpec')), run.spec)
  const row = (name: string) => rows.find((one) => one.path === name)

  it('is told in titles and units, with what somebody chose', () => {
    expect(row('workload.update_cost_us')).toMatchObject({
      title: 'Cost of an update',
      text: '20\u00a0µs',
      changed: true,
    })
    expect(row('workload.managers')).toMatchObject({ text: '1', changed: false })
    expect(row('workload.split')).toMatchObject({ text: 'rating', changed: false })
    expect(row('placement')).toMatchObject({ text: 'fastest: count 2', changed: true })
    expect(row('repeats')).toMatchObject({ text: '5', changed: true })
    expect(row('transports.peer_timeout_ms')?.changed).toBe(false)
    expect(row('transports.local')).toMatchObject({ text: 'automatic', changed: false })
  })

  it.each([
    ['town', 'model: model town, entity Walker, constraint in_view'],
    ['ENTITY A {\n}', 'model: model a text of its own, entity Walker, constraint in_view'],
  ])('tells a choice with parts in words: %s', (name, text) => {
    const state = { kind: 'model', model: { kind: 'shipped', name }, entity: 'Walker', constraint: 'in_view' }
    const spec = { ...run.spec, workload: { ...run.spec.workload, state } }
    const told = specRows(buildModel(documentSchema('RunSpec')), spec)
    expect(told.find((one) => one.path === 'workload.state')?.text).toBe(text)
  })

  it('shows what a person wrote as written', () => {
    const placement = { kind: 'named', names: ['node_1', 'shm'] }
    const told = specRows(buildModel(documentSchema('RunSpec')), { ...run.spec, placement })
    expect(told.find((one) => one.path === 'placement')?.text).toBe('named: names node_1, shm')
  })

  it('leaves nothing out', () => {
    expect(rows.length).toBeGreaterThan(24)
    expect(new Set(rows.map((one) => one.path)).size).toBe(rows.length)
  })
})

describe('the part of a series in the address', () => {
  it.each([
    ['12-20.5', [12, 20.5]],
    ['20-12', null],
    ['x', null],
    ['', null],
  ])('%s', (text, range) => {
    expect(zoomOf(text)).toEqual(range)
  })

  it('is kept only if it can be understood', () => {
    expect(parseRunSearch({ repeat: '2', series: 'update', zoom: '1-5' })).toEqual({
      repeat: 2,
      series: 'update',
      zoom: '1-5',
    })
    expect(parseRunSearch({ repeat: '-1', zoom: '5-1', unheard: 'of' })).toEqual({})
  })
})

describe('a series over the run', () => {
  const schema: FrameSchema = {
    schema_id: 1,
    kind: 'window',
    columns: [
      { name: 'first_step', title: 'First step', type: 'u64', unit: 'count', role: 'index', series: 'first_step' },
      { name: 'window_ns', title: 'Length', type: 'u64', unit: 'ns', role: 'time', series: 'window_ns' },
      {
        name: 'step_time.p50',
        title: 'Step time, median',
        type: 'f64',
        unit: 'ns',
        role: 'duration',
        series: 'step_time',
      },
      {
        name: 'step_time.p99',
        title: 'Step time, p99',
        type: 'f64',
        unit: 'ns',
        role: 'duration',
        series: 'step_time',
      },
      { name: 'activity.update', title: 'Update', type: 'f64', unit: 'ns', role: 'activity', series: 'update' },
    ],
  }
  const plan = seriesPlan(schema)
  const [step, update] = plan.choices

  const series = (node_index: number, points: number, thinned: boolean): Series => {
    const values = Array.from({ length: points }, (_, row) => 1000 + row)
    const column = (name: string, given: number[]) => ({ name, unit: 'ns', values: given })
    return {
      repeat: 0,
      node_index,
      frame: 'window',
      points,
      total_rows: points * 10,
      total_steps: points * 10,
      thinned,
      columns: [
        column(
          'first_step',
          values.map((_, row) => row * 100),
        ),
        column('step_time.p50', values),
        column(
          'step_time.p99',
          values.map((value, row) => (row === 3 ? 1e9 : value * 2)),
        ),
        column('activity.update', values),
        ...(thinned ? [column('activity.update.min', values), column('activity.update.max', values)] : []),
      ],
    }
  }

  it('says how many steps were recorded unless all were', () => {
    const all = { ...series(0, 10, false), total_rows: 3000, total_steps: 3000 }
    expect(recordedShare([all])).toBe('')
    expect(recordedShare([{ ...all, total_steps: null }])).toBe('')
    expect(recordedShare([all, { ...all, total_rows: 2252 }])).toMatch(/^2.252 of 3.000 steps recorded$/)
  })

  it('offers each series once, over steps', () => {
    expect(plan.x).toBe('first_step')
    expect(plan.choices.map(({ key }) => key)).toEqual(['step_time', 'activity.update'])
    expect(step).toMatchObject({ line: 'step_time.p50', high: 'step_time.p99' })
  })

  it('draws a line and a band for each node in its colour, and leaves rare peaks out of what is seen at first', () => {
    if (step === undefined || update === undefined) throw new Error('no choices')
    const drawn = drawSeries(run, [series(0, 100, false), series(1, 100, false)], step, plan.x)
    expect(drawn.traces.filter((trace) => trace.silent !== true).map(({ name, colour }) => [name, colour])).toEqual([
      ['lyra', '--node-1'],
      ['cygnus', '--node-2'],
    ])
    expect(drawn.y_title).toBe('µs')
    expect(drawn.y_max).toBeLessThan(10)
    const thinned = drawSeries(run, [series(0, 100, true)], update, plan.x)
    expect(thinned.thinned).toBe(true)
    expect(thinned.traces).toHaveLength(3)
    expect(thinned.y_max).toBeNull()
  })

  it('does not let a wide band flatten the lines', () => {
    if (step === undefined) throw new Error('no choices')
    const whole = series(0, 100, false)
    const columns = whole.columns.map((one) =>
      one.name === 'step_time.p99' ? { ...one, values: one.values.map((value) => (value ?? 0) * 10) } : one,
    )
    const drawn = drawSeries(run, [{ ...whole, columns }], step, plan.x)
    const line = drawn.traces.find(({ silent }) => silent !== true)
    const highest = Math.max(...Array.from(line?.y ?? [], Number))
    expect(drawn.y_max ?? Infinity).toBeLessThan(highest / 0.25)
  })

  it('draws the last window to its end', () => {
    if (step === undefined) throw new Error('no choices')
    const whole = { ...series(0, 5, false), total_steps: 20_000 }
    const xs = (to_end: boolean) => drawSeries(run, [whole], step, plan.x, to_end).traces.map(({ x }) => Array.from(x))
    expect(xs(true).every((x) => x.join() === '0,100,200,300,400,20000')).toBe(true)
    expect(xs(false).every((x) => x.join() === '0,100,200,300,400')).toBe(true)
    const [line] = drawSeries(run, [whole], step, plan.x, true).traces.filter(({ silent }) => silent !== true)
    const [last, end] = Array.from(line?.y ?? []).slice(-2)
    expect(end).toBe(last)
  })

  it('leaves out a node that has no values, as one that only receives', () => {
    if (step === undefined) throw new Error('no choices')
    const idle = series(1, 100, false)
    const silent = { ...idle, columns: idle.columns.map((one) => ({ ...one, values: one.values.map(() => null) })) }
    const drawn = drawSeries(run, [series(0, 100, false), silent], step, plan.x)
    expect(new Set(drawn.traces.map(({ name }) => name))).toEqual(new Set(['lyra']))
  })

  it('asks for the rows that are seen', () => {
    expect(rowsFor(series(0, 100, true), 'first_step', [1000, 2000])).toEqual([80, 230])
    expect(rowsFor(series(0, 100, true), null, [100, 200])).toEqual([80, 220])
    expect(rowsFor(series(0, 100, true), 'first_step', [1e9, 2e9])).toEqual([970, 1000])
    expect(rowsFor({ ...series(0, 0, true), total_rows: 50 }, 'first_step', [0, 1])).toEqual([0, 50])
  })
})
