import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { extentOf, heldRange, movedRange, PlotlyChart, zoomedRange, type PlotlyData } from './plotly'

const plotly = vi.hoisted(() => ({
  react: vi.fn(() => Promise.resolve()),
  relayout: vi.fn(() => Promise.resolve()),
  purge: vi.fn(),
  Plots: { resize: () => undefined },
}))
vi.mock('plotly.js-cartesian-dist-min', () => ({ default: plotly }))

it('zooms around a place that stays', () => {
  expect(zoomedRange([0, 100], 0.5, 0.25)).toEqual([12.5, 62.5])
  expect(zoomedRange([40, 60], 2)).toEqual([30, 70])
})

it('moves by a share of what is seen', () => {
  expect(movedRange([10, 20], 0.5)).toEqual([15, 25])
  expect(movedRange([10, 20], -0.5)).toEqual([5, 15])
})

it('never leaves the axis, and never shows less than one step', () => {
  expect(heldRange([-20, 30], [0, 100])).toEqual([0, 50])
  expect(heldRange([80, 130], [0, 100])).toEqual([50, 100])
  expect(heldRange([-50, 500], [0, 100])).toEqual([0, 100])
  expect(heldRange([10, 10.1], [0, 100])).toEqual([10, 11])
})

it('takes the extent from the traces where it is not known', () => {
  const trace = { name: '', colour: '', x: [3, 5, 9], y: [1, 1, 1] }
  expect(extentOf([trace], null)).toEqual([3, 9])
  expect(extentOf([trace], [0, 100])).toEqual([0, 100])
  expect(extentOf([], null)).toEqual([0, 1])
})

describe('a chart that tells its range', () => {
  const trace = { name: 'lyra', colour: '--node-1', x: [0, 100], y: [1, 2] }
  const data: PlotlyData = {
    x_title: 'step',
    y_title: 'ms',
    traces: [trace, { ...trace, track: 1, points: true, text: ['<b>', 'b\nc'] }],
    revision: 1,
    x_range: null,
    whole: [0, 400],
    y_max: null,
    height: 300,
    tracks: [{ title: 'events', height: 86, ticks: { at: [0], text: [''] } }],
  }
  let told: (readonly [number, number] | null)[]
  let host: HTMLElement
  let chart: PlotlyChart

  beforeEach(async () => {
    told = []
    vi.clearAllMocks()
    host = document.createElement('div')
    document.body.append(host)
    chart = new PlotlyChart({ onRange: (range) => told.push(range) }, (error) => expect.fail(String(error)))
    chart.start(host)
    chart.push(data)
    await vi.waitFor(() => expect(plotly.react).toHaveBeenCalled())
    await Promise.resolve()
  })

  afterEach(() => {
    chart.stop()
    host.remove()
  })

  const press = (key: string) => host.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))

  it('zooms and moves by keys, and tells once, when the viewer pauses', async () => {
    press('+')
    press('+')
    press('ArrowRight')
    await vi.waitFor(() => expect(told).toHaveLength(1))
    const [from, to] = told[0] ?? [0, 0]
    expect(to - from).toBeCloseTo(400 / 1.5 ** 2)
    expect((from + to) / 2).toBeCloseTo(200 + 0.15 * (to - from))
    expect(plotly.relayout).toHaveBeenLastCalledWith(host, { 'xaxis.range': [from, to] })
    press('0')
    await vi.waitFor(() => expect(told).toHaveLength(2))
    expect(told[1]).toBeNull()
  })

  it('does not draw again what the viewer has zoomed to, until finer rows come', async () => {
    press('+')
    await vi.waitFor(() => expect(told).toHaveLength(1))
    const [from, to] = told[0] ?? [0, 0]
    const x_range = [Number(from.toFixed(1)), Number(to.toFixed(1))] as const
    chart.push({ ...data, traces: [...data.traces], x_range })
    expect(plotly.react).toHaveBeenCalledTimes(1)
    chart.push({ ...data, traces: [{ ...trace, x: [0, 50, 100], y: [1, 3, 2] }], x_range })
    expect(plotly.react).toHaveBeenCalledTimes(2)
    chart.push({ ...data, x_range: null })
    expect(plotly.react).toHaveBeenCalledTimes(3)
  })

  it('zooms by the wheel with Ctrl only', async () => {
    host.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 }))
    const with_ctrl = new WheelEvent('wheel', { deltaY: -100, ctrlKey: true, cancelable: true })
    host.dispatchEvent(with_ctrl)
    expect(with_ctrl.defaultPrevented).toBe(true)
    await vi.waitFor(() => expect(told).toHaveLength(1))
    expect((told[0]?.[1] ?? 0) - (told[0]?.[0] ?? 0)).toBeCloseTo(400 * Math.exp(-1 / 3))
  })

  it('hides hovered values while it zooms, once for each zoom: Plotly would work them out in each frame', () => {
    const drag = document.createElement('div')
    drag.className = 'nsewdrag'
    host.append(drag)
    const left = vi.fn()
    drag.addEventListener('mouseout', left)
    for (let notch = 0; notch < 3; notch += 1) {
      host.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, ctrlKey: true, cancelable: true }))
    }
    expect(left).toHaveBeenCalledTimes(1)
  })

  it('draws tracks under the chart on its axis of steps', () => {
    const [, traces, layout] = plotly.react.mock.calls[0] as unknown as [
      HTMLElement,
      Record<string, unknown>[],
      Record<string, { domain?: number[]; anchor?: string; range?: number[] } & number>,
    ]
    expect(layout['height']).toBe(400)
    expect(layout['yaxis']?.domain).toEqual([0.25, 1])
    expect(layout['yaxis3']?.domain?.[1]).toBeLessThan(0.25)
    expect(layout['xaxis']).toMatchObject({ anchor: 'y3', range: [0, 400], autorange: false })
    expect(traces[1]).toMatchObject({ yaxis: 'y3', showlegend: false, text: ['&lt;b>', 'b<br>c'] })
  })
})
