import { describe, expect, it } from 'vitest'
import type { PublishedTable, SummaryMetric } from '@/api/contracts'
import { chartOf, studyFigures } from './study_figures'
import { studyTables } from './study_tables'
import { figureCount } from './view'

function metric(name: string, median: number, unit = 'ns'): SummaryMetric {
  return {
    name,
    title: name,
    unit,
    better: 'lower',
    values: [median],
    median,
    low: median,
    high: median,
    interval: 'range',
    modes: [],
  }
}

const metrics = [
  metric('insert.element', 154),
  metric('array.1.construct', 5),
  metric('array.1.pack', 8),
  metric('array.100.construct', 12),
  metric('array.100.pack', 16),
  metric('array.100.size', 0),
  metric('nested.0.pack', 2),
  metric('nested.1.pack', 9),
  metric('nested.2.pack', 9),
  metric('bytes.element', 42, 'B'),
  metric('code.text', 1000, 'B'),
  metric('code.compressed', 400, 'B'),
]

function table(id: string, columns: string[], rows: PublishedTable['rows']): PublishedTable {
  return {
    id,
    source: 'uss',
    source_title: '',
    year: '',
    platforms: [],
    where: '',
    title: '',
    unit: '',
    columns,
    rows,
    note: '',
  }
}

const published = [
  table(
    'uss.interpreter-operations',
    ['component', 'operation', 'pentium', 'reality'],
    [['element', 'insert', 0.308, 0.284]],
  ),
  table('uss.state-operations', ['operation', 'pentium', 'reality'], [['pack', 0.003, 0.002]]),
  table('uss.component-memory', ['component', 'qnx', 'irix'], [['element', 140, 116]]),
  table('uss.code-size', ['file', 'original', 'compressed'], [['ts.uml', 5910, 2279]]),
]

describe('the study’s tables', () => {
  const tables = studyTables(metrics, published)
  const row = (where: string, title: string) =>
    tables.find((one) => one.where === where)?.rows.find((one) => one.title === title)

  it('say how many times faster an operation is', () => {
    expect(row('Table 6.7', 'insert element')).toEqual({
      title: 'insert element',
      measured: '154\u00a0ns',
      published: ['0.308 ms', '0.284 ms'],
      against: '2\u202f000×',
    })
  })

  it('say what part of the published memory is taken', () => {
    expect(row('Table 6.5', 'element')).toMatchObject({ published: ['140 B', '116 B'], against: '0.30×' })
  })

  it('give code as shares of its text', () => {
    expect(row('Table 6.3', 'compressed')).toMatchObject({ published: ['38.6 %', ''], against: '40 %' })
  })

  it('leave out what was not measured', () => {
    expect(tables.map((one) => one.where)).toEqual(['Table 6.3', 'Table 6.5', 'Table 6.7'])
  })

  it('stand without published figures', () => {
    expect(studyTables(metrics, []).find((one) => one.where === 'Table 6.7')?.rows[0]?.published).toEqual(['', ''])
  })
})

describe('the study’s figures', () => {
  const chart = (id: string) => {
    const figure = studyFigures(metrics).find((one) => one.id === id)
    if (figure === undefined) throw new Error(id)
    return chartOf(figure, metrics, published)
  }

  it('find the arrays that were measured, and leave zero off a logarithmic axis', () => {
    const data = chart('6.5')
    expect(data.series.map((line) => [line.label, line.points.map((point) => point.x)])).toEqual([
      ['construct', [1, 100]],
      ['pack', [1, 100]],
    ])
    expect(data.curves).toEqual([
      expect.objectContaining({
        points: [
          { x: 1, y: 3000 },
          { x: 100, y: 300_000 },
        ],
      }),
    ])
  })

  it('keep the empty element out of the levels', () => {
    expect(chart('6.7').series[0]?.points.map((point) => point.x)).toEqual([1, 2])
    expect(chart('6.6').series.map((line) => line.label)).toEqual(['no property', 'one property'])
  })
})

it('counts the figures that a run takes', () => {
  const load = { array_length: 10_000, nesting: 5, rounds: 20 }
  expect(figureCount({ ...load } as Parameters<typeof figureCount>[0])).toBe(20 * (13 + 5 + 6))
})
