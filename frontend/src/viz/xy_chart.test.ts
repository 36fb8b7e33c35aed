import { afterEach, describe, expect, it, vi } from 'vitest'
import { HeatMap, shareOf, type HeatMapData } from './heat_map'
import { logScale } from './scale'
import { XyChart, type XyChartData } from './xy_chart'

function drawn<Data>(engine: { start(host: HTMLElement): void; push(data: Data): void }, data: Data): HTMLElement {
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run))
  const host = document.createElement('div')
  Object.defineProperty(host, 'clientWidth', { value: 700 })
  host.style.setProperty('--surface', '#ffffff')
  host.style.setProperty('--act', '#1f55a5')
  document.body.append(host)
  engine.start(host)
  engine.push(data)
  for (const run of frames.splice(0)) run(0)
  return host
}

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const point = (x: number, y: number) => ({
  x,
  y,
  low: y * 0.9,
  high: y * 1.1,
  values: [y * 0.9, y, y * 1.1],
  title: `${x}: ${y}`,
})
const chart: XyChartData = {
  label: 'Step time against managers',
  x_label: 'managers',
  y_label: 'ms',
  series: [
    { key: 'a', label: 'entities 20', colour: 'var(--node-1)', points: [point(1, 10), point(2, 20), point(4, 30)] },
    { key: 'b', label: 'entities 40', colour: 'var(--node-2)', points: [point(1, 10), point(2, 20), point(4, 30.1)] },
  ],
  curves: [
    {
      key: 'ideal',
      label: 'ideal',
      colour: 'var(--ink-3)',
      points: [
        { x: 1, y: 10 },
        { x: 4, y: 40 },
      ],
    },
  ],
  published: null,
  log_x: false,
  log_y: false,
  categories: null,
  also_y: [],
  formatX: String,
  formatTick: String,
}
const number = (element: Element | null | undefined, name: string) => Number(element?.getAttribute(name))

describe('two modes', () => {
  it('are two marks with a line to each, without an interval', () => {
    const two = { ...point(2, 20), modes: [15, 30] }
    const line = { key: 'a', label: 'a', colour: 'var(--node-1)', points: [point(1, 10), two, point(4, 30)] }
    const host = drawn(new XyChart(), { ...chart, series: [line], curves: [] })
    const marks = [...host.querySelectorAll('circle[r="4.2"]')]
    expect(marks).toHaveLength(4)
    expect(new Set(marks.slice(1, 3).map((mark) => mark.getAttribute('cx'))).size).toBe(1)
    const path = host.querySelector('path[stroke-width="2"]')?.getAttribute('d') ?? ''
    expect(path.match(/M/g)).toHaveLength(4)
    expect(host.querySelectorAll('line[stroke-width="6"]')).toHaveLength(2)
  })

  it('are two shades of a cell, each with its figure', () => {
    const map: HeatMapData = {
      label: 'heat',
      x_label: 'x',
      y_label: 'y',
      columns: ['1'],
      rows: ['1'],
      cells: [{ column: 0, row: 0, value: 20, modes: [1, 40], title: 'two modes' }],
      unit: 'ms',
      also: [],
      format: String,
    }
    const host = drawn(new HeatMap(), map)
    expect([...host.querySelectorAll('text.inside')].map((text) => text.textContent)).toEqual(['1', '40'])
    expect(new Set([...host.querySelectorAll('rect[rx="3"]')].map((rect) => rect.getAttribute('fill'))).size).toBe(2)
  })
})

describe('lines against a parameter', () => {
  it('marks round numbers where so much was measured that it is a curve', () => {
    const points = Array.from({ length: 60 }, (_, at) => point(3 + 97 * at, 10 + (at % 7)))
    const host = drawn(new XyChart(), {
      ...chart,
      curves: [],
      series: [{ key: 't', label: '', colour: 'red', points }],
    })
    const marks = [...host.querySelectorAll('text.x')].map((text) => text.textContent)
    expect(marks).toEqual(['1000', '2000', '3000', '4000', '5000'].map((value) => chart.formatX(Number(value))))
  })

  it('draw medians, repeats and intervals, and name each line at its end without covering another', () => {
    const host = drawn(new XyChart(), chart)
    expect(host.querySelectorAll('circle')).toHaveLength(6 + 18)
    const names = [...host.querySelectorAll('text')].filter((text) => /entities|ideal/.test(text.textContent))
    expect(names.map((text) => text.textContent)).toEqual(['entities 20', 'entities 40', 'ideal'])
    const heights = names.map((text) => number(text, 'y')).sort((a, b) => a - b)
    for (const [at, y] of heights.entries()) if (at > 0) expect(y - (heights[at - 1] ?? 0)).toBeGreaterThanOrEqual(14)
  })

  it('have names too long for the side below, whole, none over another', () => {
    const long = 'events per second of the sequential engine, population 65536, worker threads '
    const data = { ...chart, series: chart.series.map((one, at) => ({ ...one, label: `${long}${at + 1}` })) }
    const host = drawn(new XyChart(), data)
    const names = [...host.querySelectorAll('text')].filter((text) => /worker threads|ideal/.test(text.textContent))
    expect(names.map((text) => text.textContent)).toEqual([`${long}1`, `${long}2`, 'ideal'])
    expect(new Set(names.map((text) => `${number(text, 'x')} ${number(text, 'y')}`)).size).toBe(3)
    expect(number(host.querySelector('svg'), 'height')).toBeGreaterThanOrEqual(
      Math.max(...names.map((text) => number(text, 'y'))),
    )
  })

  it('are spaced by ratios on a logarithmic axis', () => {
    const at = (data: XyChartData) =>
      [...drawn(new XyChart(), data).querySelectorAll('circle')]
        .filter((circle) => number(circle, 'r') > 4)
        .slice(0, 3)
        .map((circle) => number(circle, 'cx'))
    const gaps = ([a = 0, b = 0, c = 0]: number[]) => (c - b) / (b - a)
    expect(gaps(at(chart))).toBeCloseTo(2)
    expect(gaps(at({ ...chart, log_x: true }))).toBeCloseTo(1)
  })

  it('do not join what has no order', () => {
    const host = drawn(new XyChart(), {
      ...chart,
      curves: [],
      categories: ['pooled', 'process', 'thread'],
      series: [{ key: 'a', label: '', colour: 'var(--node-1)', points: [point(0, 1), point(1, 2)] }],
    })
    expect(host.querySelector('path')).toBeNull()
    expect(host.textContent).toContain('process')
  })
})

describe('a logarithmic axis', () => {
  it.each([
    [[1, 1000], 1, 1000],
    [[0.02, 0.03], 0.02, 0.05],
    [[7, 7], 5, 10],
    [[0, -4], 1, 10],
  ])('of %j goes from %d to %d', (values, min, max) => {
    const scale = logScale(values)
    expect(scale.min).toBeCloseTo(min)
    expect(scale.max).toBeCloseTo(max)
    expect(scale.at(scale.min)).toBeCloseTo(0)
    expect(scale.at(scale.max)).toBeCloseTo(1)
  })
})

describe('a heat map', () => {
  const map: HeatMapData = {
    label: 'Step time over managers and entities',
    x_label: 'managers',
    y_label: 'entities',
    columns: ['0', '1'],
    rows: ['20', '40'],
    unit: 'ms',
    also: [],
    format: String,
    cells: [
      { column: 0, row: 0, value: 2, title: 'least' },
      { column: 1, row: 0, value: null, title: 'not yet' },
      { column: 0, row: 1, value: 9, title: 'most' },
    ],
  }

  it('puts the first row at the bottom and says what is not measured', () => {
    const host = drawn(new HeatMap(), map)
    const cell = (title: string) =>
      [...host.querySelectorAll('rect')].find((rect) => rect.querySelector('title')?.textContent === title)
    expect(number(cell('least'), 'y')).toBeGreaterThan(number(cell('most'), 'y'))
    expect(cell('not yet')?.getAttribute('fill')).toBe('none')
    expect(cell('least')?.getAttribute('fill')).not.toBe(cell('most')?.getAttribute('fill'))
  })

  it('has the colours of all panels together', () => {
    const fill = (data: HeatMapData) =>
      [...drawn(new HeatMap(), data).querySelectorAll('rect')]
        .find((rect) => rect.querySelector('title')?.textContent === 'most')
        ?.getAttribute('fill')
    expect(fill({ ...map, also: [2, 9] })).toBe(fill(map))
    expect(fill({ ...map, also: [90] })).not.toBe(fill(map))
  })

  it('tells small values apart where large ones are far away', () => {
    expect(shareOf([1, 10])(5.5)).toBeCloseTo(0.5)
    expect(shareOf([1, 10_000])(100)).toBeCloseTo(0.5)
    expect(shareOf([3, 3])(3)).toBe(0.5)
  })
})
