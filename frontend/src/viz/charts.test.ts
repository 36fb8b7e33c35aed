import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Engine } from './engine'
import { Forest } from './forest'
import { HeatMap } from './heat_map'
import { ParameterChart, type ParameterChartData } from './parameter_chart'
import { PublishedBars } from './published_bars'
import { StackedBars } from './stacked_bars'
import { Topology } from './topology'
import { ValueBars } from './value_bars'

/** jsdom lays nothing out: the element gets a width, and frames come when asked for. */
function drawn<Data>(engine: Engine<Data>, data: Data, width = 700): { host: HTMLElement; frame: () => void } {
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  const host = document.createElement('div')
  Object.defineProperty(host, 'clientWidth', { value: width })
  document.body.append(host)
  const frame = () => {
    for (const run of frames.splice(0)) run(0)
  }
  engine.start(host)
  engine.push(data)
  frame()
  return { host, frame }
}

const texts = (host: HTMLElement) => [...host.querySelectorAll('text')].map((text) => text.firstChild?.nodeValue ?? '')
const format = (value: number) => `${value} ns`

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const key = (host: HTMLElement, name: string) =>
  host.querySelector('svg')?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))

describe('every chart', () => {
  const long = 'A name that is much too long for a narrow card'
  const segment = (value: number) => ({ key: 'update', label: 'Update', value, colour: 'var(--k-update)' })
  const bars = {
    label: 'Where a step goes',
    rows: [
      { key: '0', label: long, note: long, colour: 'var(--node-1)', segments: [segment(300)] },
      { key: '1', label: 'cygnus', segments: [segment(100)] },
    ],
    format: (value: number) => `${value} of a very long unit`,
    formatShort: String,
    formatTick: format,
  }
  const forest = {
    label: 'Ratios',
    format: (value: number) => `${value}×`,
    rows: [
      {
        key: 'a',
        label: long,
        note: long,
        items: [{ key: 'b', label: 'b', colour: 'var(--node-1)', ratio: 1.5, low: 1.2, high: 1.8 }],
      },
    ],
  }
  const heat = {
    label: 'Heat',
    x_label: 'x',
    y_label: 'y',
    columns: ['1', '2'],
    rows: [long],
    cells: [{ column: 0, row: 0, value: 5, title: 'five' }],
    unit: 'ns',
    also: [],
    format: String,
  }
  const value_bars = {
    label: 'Values',
    rows: [{ key: 'a', label: long, value: 5, low: 4, high: 6, colour: 'var(--node-1)', marks: [] }],
    logarithmic: false,
    format,
    formatTick: format,
  }
  const drawings: readonly (readonly [string, (width: number) => HTMLElement])[] = [
    ['stacked bars', (width) => drawn(new StackedBars(), bars, width).host],
    ['a forest', (width) => drawn(new Forest(), forest, width).host],
    ['a heat map', (width) => drawn(new HeatMap(), heat, width).host],
    ['value bars', (width) => drawn(new ValueBars(), value_bars, width).host],
  ]

  it.each(drawings)('has no negative length in a window of any width: %s', (_, draw) => {
    for (const width of [40, 120, 250, 320, 700]) {
      const host = draw(width)
      for (const part of host.querySelectorAll('svg *')) {
        for (const name of ['width', 'height', 'rx', 'r']) {
          expect(
            Number(part.getAttribute(name) ?? 0),
            `${name} of ${part.outerHTML}, ${width} px`,
          ).toBeGreaterThanOrEqual(0)
        }
      }
      host.remove()
    }
  })

  it.each(drawings)('goes through its values by keyboard, and says them: %s', (_, draw) => {
    const host = draw(700)
    const root = host.querySelector('svg')
    expect(root).toHaveAttribute('tabindex', '0')
    const tips = [...host.querySelectorAll('title')].map((title) => title.textContent.replaceAll('\u00a0', ' '))
    const spoken = host.querySelector('[role=status]')
    expect(spoken).toBeEmptyDOMElement()
    key(host, 'ArrowRight')
    expect(spoken).toHaveTextContent(tips[0] ?? 'none')
    key(host, 'End')
    expect(spoken).toHaveTextContent(tips.at(-1) ?? 'none')
    key(host, 'ArrowRight')
    expect(spoken).toHaveTextContent(tips.at(-1) ?? 'none')
    expect(host.querySelectorAll('.spoken')).toHaveLength(1)
    key(host, 'Escape')
    expect(spoken).toBeEmptyDOMElement()
    root?.dispatchEvent(new FocusEvent('blur'))
    expect(host.querySelectorAll('.spoken')).toHaveLength(0)
  })

  it('is named before it has room to be drawn, and is focused only if it shows something', () => {
    const { host } = drawn(new StackedBars(), bars, 0)
    expect(host.querySelector('svg')).toHaveAttribute('aria-label', 'Where a step goes')
    expect(host.querySelector('svg')).not.toHaveAttribute('tabindex')
  })
})

describe('stacked bars', () => {
  const bars = (value: number) => ({
    label: 'Where a step goes',
    rows: [
      {
        key: '0',
        label: 'lyra',
        colour: 'var(--node-1)',
        segments: [{ key: 'update', label: 'Update', value, colour: 'var(--k-update)' }],
      },
      { key: '1', label: 'cygnus', segments: [] },
    ],
    format,
    formatShort: String,
    formatTick: format,
  })

  it('name rows and totals, and change their parts in place', () => {
    const engine = new StackedBars()
    const { host, frame } = drawn(engine, bars(300))
    expect(texts(host)).toEqual(expect.arrayContaining(['lyra', 'cygnus', '300 ns', '300']))
    const segment = host.querySelector('.segment')
    expect(segment?.textContent).toBe('lyra, Update: 300 ns (100\u00a0%)')
    engine.push(bars(200))
    frame()
    expect(host.querySelector('.segment')).toBe(segment)
    expect(segment?.textContent).toContain('200 ns')
    expect(host.querySelector('svg')).toHaveAttribute('aria-label', 'Where a step goes')
    engine.stop()
    expect(host).toBeEmptyDOMElement()
  })

  it('stand for rows without anything', () => {
    const { host } = drawn(new StackedBars(), { ...bars(0), rows: [] })
    expect(host.querySelectorAll('.segment')).toHaveLength(0)
  })
})

describe('the forest plot', () => {
  const item = { key: 'b', label: 'managers 1', colour: 'var(--node-1)' }
  const row = (ratio: number | null, low: number | null, high: number | null) => ({
    label: 'ratios',
    format: (value: number) => `${value.toFixed(2)}×`,
    rows: [{ key: 'm', label: 'Step time', note: 'lower is better', items: [{ ...item, ratio, low, high }] }],
  })

  it('shows ratio and interval', () => {
    const { host } = drawn(new Forest(), row(1.31, 1.2, 1.4))
    expect(texts(host)).toEqual(expect.arrayContaining(['Step time', 'lower is better', '1.31×', '1×']))
    expect(host.querySelectorAll('.interval')).toHaveLength(1)
    expect(host.querySelector('circle')?.textContent).toBe('Step time, managers 1: 1.31×, 95 % interval 1.20× to 1.40×')
  })

  it('says when there is no interval, and when there is no ratio', () => {
    const few = drawn(new Forest(), row(1.31, null, null))
    expect(few.host.querySelectorAll('.interval')).toHaveLength(0)
    expect(few.host.querySelector('circle')?.textContent).toContain('too few repeats')
    const none = drawn(new Forest(), row(null, null, null))
    expect(texts(none.host)).toContain('the baseline is 0')
    expect(none.host.querySelectorAll('circle')).toHaveLength(0)
  })

  it('says why two sides in two modes have no ratio, and of a mode nothing about an interval', () => {
    const data = row(null, null, null)
    const both = { ...item, ratio: null, low: null, high: null, why_none: 'both sides have two modes' }
    const none = drawn(new Forest(), { ...data, rows: data.rows.map((one) => ({ ...one, items: [both] })) })
    expect(texts(none.host)).toContain('both sides have two modes')
    expect(texts(none.host)).not.toContain('the baseline is 0')
    const mode = { ...item, ratio: 2, low: null, high: null, interval: null }
    const drawn_mode = drawn(new Forest(), { ...data, rows: data.rows.map((one) => ({ ...one, items: [mode] })) })
    expect(drawn_mode.host.querySelector('circle')?.textContent).toBe('Step time, managers 1: 2.00×')
  })
})

describe('the chart of a parameter', () => {
  const point = (x: number, median: number) => ({
    key: String(x),
    label: `managers ${x}`,
    x,
    x_text: String(x),
    colour: 'var(--act)',
    values: [0.98, 0.99, 1, 1.01, 1.02].map((factor) => factor * median),
    median,
    low: median * 0.98,
    high: median * 1.02,
    modes: [],
  })
  const data: ParameterChartData = {
    label: 'Step time against managers',
    x_label: 'managers',
    y_label: 'µs',
    numeric: true,
    connect: true,
    points: [point(0, 20), point(1, 28), point(3, 41)],
    format,
    formatTick: String,
    published: null,
  }
  const published = {
    label: 'curve; Table 1',
    axis_label: 'published, ms',
    points: [
      { x: 0, y: 38, label: 'managers 0' },
      { x: 2, y: 84, label: 'managers 2' },
      { x: 9, y: 400, label: 'managers 9' },
    ],
    format: (value: number) => `${value} ms`,
  }

  it('shows both figures of two modes, joins neither and has no interval there', () => {
    const two = { ...point(1, 28), values: [20, 20, 40, 40, 40], modes: [20, 40] }
    const { host } = drawn(new ParameterChart(), { ...data, points: [point(0, 20), two, point(3, 41)] })
    expect(host.querySelectorAll('circle')).toHaveLength(3 * 5 + 4)
    expect(texts(host)).toContain('20, 40')
    expect(host.querySelector('path')?.getAttribute('d')).not.toContain('L')
  })

  it('shows every repeat behind its median', () => {
    const { host } = drawn(new ParameterChart(), data)
    expect(host.querySelectorAll('circle')).toHaveLength(3 * 5 + 3)
    expect(texts(host)).toEqual(expect.arrayContaining(['20', '28', '41', 'managers', 'µs']))
    expect(host.querySelectorAll('path')).toHaveLength(1)
  })

  it('draws published figures with marks and an axis of their own, where x is known', () => {
    const { host } = drawn(new ParameterChart(), { ...data, published })
    const marks = [...host.querySelectorAll('rect')].map((rect) => rect.textContent)
    expect(marks).toEqual([
      'published, managers 0: 38 ms (curve; Table 1)',
      'published, managers 2: 84 ms (curve; Table 1)',
    ])
    expect(texts(host)).toContain('published, ms')
    expect(host.querySelector('path[stroke-dasharray]')).not.toBeNull()
  })
})

describe('the topology', () => {
  const nodes = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      key: String(index),
      name: `node-${index}`,
      colour: 'var(--node-1)',
      load: index / count,
      inside: '20',
      note: '10 % CPU',
    }))

  it.each([1, 2, 3, 8, 9, 64])('draws %i nodes, no name over another', (count) => {
    const links = nodes(count)
      .slice(1)
      .map(({ key }) => ({ from: '0', to: key, bytes_per_s: 1000, label: '1 kB/s' }))
    const { host } = drawn(new Topology(), { label: 'nodes', nodes: nodes(count), links }, 380)
    expect(host.querySelectorAll('circle')).toHaveLength(2 * count)
    expect(host.querySelectorAll('line')).toHaveLength(count - 1)
    const places = [...host.querySelectorAll('.node-name')].map(
      (text) => `${text.getAttribute('x') ?? ''} ${text.getAttribute('y') ?? ''}`,
    )
    expect(new Set(places).size).toBe(places.length)
    if (count <= 3) expect(places).toHaveLength(count)
  })
})

describe('published bars', () => {
  it('say what was not published, on either axis', () => {
    for (const logarithmic of [false, true]) {
      const { host } = drawn(new PublishedBars(), {
        label: 'ratings',
        columns: ['index', 'memory'],
        logarithmic,
        format: String,
        rows: [
          { label: 'reality', values: [0.653, null] },
          { label: 'server', values: [0.33, 16] },
        ],
      })
      expect(texts(host)).toEqual(expect.arrayContaining(['reality', 'not published · memory', '16 · memory']))
      expect(host.querySelectorAll('rect')).toHaveLength(3)
    }
  })
})
