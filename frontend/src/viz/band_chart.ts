/** Many nodes in one live chart: quantile bands over the nodes, and the worst of them by name on lines of their own. */
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import './viz.css'
import type { Engine } from './engine'
import { drawCutMarks } from './cut_marks'
import { canvasPng } from './svg_picture'
import { spreadLabels } from './labels'
import { BAND_QUANTILES, NodeBands, type BandSource } from './node_bands'
import { roundTicks } from './scale'
import { followTheme, readTokens, withAlpha, type Tokens } from './tokens'

export interface BandNode extends BandSource {
  readonly key: string
  readonly name: string
  readonly colour: number
}

export interface BandChartData {
  readonly nodes: readonly BandNode[]
  /** Keys of the nodes that get a line and a name, worst first; at most three are shown. */
  readonly worst: readonly string[]
}

export interface BandChartOptions {
  readonly span_s: number
  readonly slot_s: number
  readonly formatTick: (value: number) => string
  readonly onSelect?: (from_s: number, to_s: number) => void
}

const NODES_MAX = 64
const WORST = 3
/** Where the worst nodes' lines stand in the plot's data: behind time and bands. */
const WORST_SERIES = Array.from({ length: WORST }, (_, index) => 1 + BAND_QUANTILES.length + index)
const LABEL_WIDTH = 130

export class BandChart implements Engine<BandChartData> {
  readonly #options: BandChartOptions
  readonly #bands: NodeBands
  #plot: uPlot | null = null
  #host: HTMLElement | null = null
  #tokens: Tokens | null = null
  #observer: ResizeObserver | null = null
  #leave_theme: (() => void) | null = null
  #worst: readonly BandNode[] = []
  #end = 0
  #limit = 0

  constructor(options: BandChartOptions) {
    this.#options = options
    this.#bands = new NodeBands(options.slot_s, Math.ceil(options.span_s / options.slot_s), NODES_MAX)
  }

  start(host: HTMLElement): void {
    this.#host = host
    this.#tokens = readTokens(host)
    this.#plot = new uPlot(
      this.#plotOptions(host),
      [[], ...Array.from({ length: 5 + WORST }, () => [])] as uPlot.AlignedData,
      host,
    )
    this.#observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = host
      if (width > 0 && height > 0) this.#plot?.setSize({ width, height })
    })
    this.#observer.observe(host)
    this.#leave_theme = followTheme(() => {
      this.#tokens = readTokens(host)
      this.#plot?.redraw(false, true)
    })
  }

  push(data: BandChartData): void {
    const newest = Math.max(0, ...data.nodes.map((node) => node.time.at(-1) ?? 0))
    if (newest < this.#end - this.#options.slot_s * 2) {
      this.#bands.clear() // a new repeat begins at zero
      this.#limit = 0
    }
    this.#end = newest
    this.#bands.update(data.nodes)
    const { time, bands } = this.#bands.data()
    const worst = data.worst.slice(0, WORST).flatMap((key) => data.nodes.find((node) => node.key === key) ?? [])
    this.#worst = worst
    const lines = Array.from({ length: WORST }, (_, index) => sampled(worst[index], time, this.#options.slot_s))
    // The worst nodes are seen whole, unless they are so far off that all others would be flat.
    const usual = highest(bands[4] ?? [])
    const top = Math.max(usual, Math.min(3 * usual, Math.max(0, ...lines.map(highest))))
    if (top > this.#limit || top < this.#limit * 0.5) this.#limit = top
    this.#plot?.setData([time, ...bands, ...lines] as uPlot.AlignedData)
  }

  stop(): void {
    this.#observer?.disconnect()
    this.#leave_theme?.()
    this.#plot?.destroy()
    this.#plot = null
    this.#host?.replaceChildren()
    this.#host = null
  }

  async picture(): Promise<Blob | null> {
    return this.#plot === null ? null : canvasPng(this.#plot.ctx.canvas)
  }

  #plotOptions(host: HTMLElement): uPlot.Options {
    const options = this.#options
    const ink = () => this.#tokens?.ink_3 ?? ''
    const act = (alpha: number) => withAlpha(this.#tokens?.act ?? '', alpha)
    const font = `11px ${this.#tokens?.font ?? 'sans-serif'}`
    const edge: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false } }
    return {
      width: Math.max(50, host.clientWidth),
      height: Math.max(50, host.clientHeight),
      legend: { show: false },
      padding: [8, LABEL_WIDTH, 0, 0],
      cursor: {
        y: false,
        points: { show: false },
        drag: { x: options.onSelect !== undefined, y: false, setScale: false },
      },
      scales: {
        x: { time: false, range: () => [Math.max(0, this.#end - options.span_s), Math.max(this.#end, 5)] },
        y: { range: () => [0, this.#limit > 0 ? this.#limit * 1.15 : 1] },
      },
      axes: [
        {
          size: 22,
          font,
          stroke: ink,
          grid: { show: false },
          ticks: { show: false },
          splits: (_, __, min, max) => roundTicks(min, max, Math.max(2, host.clientWidth / 110)),
          values: (_, splits) => splits.map((value) => `${Number(value.toPrecision(6))} s`),
        },
        {
          size: 64,
          font,
          gap: 6,
          stroke: ink,
          ticks: { show: false },
          grid: { stroke: () => this.#tokens?.line ?? '', width: 1 },
          splits: (_, __, min, max) => roundTicks(min, max, 4),
          values: (_, splits) => splits.map((value) => options.formatTick(value)),
        },
      ],
      series: [
        {},
        { ...edge },
        { ...edge },
        { stroke: () => act(1), width: 1.8, points: { show: false } },
        { ...edge },
        { ...edge },
        ...Array.from({ length: WORST }, (_, index): uPlot.Series => ({
          stroke: () => this.#tokens?.node(this.#worst[index]?.colour ?? 8) ?? '',
          width: 1.4,
          points: { show: false },
        })),
      ],
      bands: [
        { series: [5, 1], fill: () => act(0.12) },
        { series: [4, 2], fill: () => act(0.2) },
      ],
      hooks: {
        draw: [(plot) => this.#drawLabels(plot), (plot) => drawCutMarks(plot, WORST_SERIES, this.#tokens?.ink_3 ?? '')],
        setSelect: [
          (plot) => {
            if (options.onSelect === undefined || plot.select.width < 4) return
            options.onSelect(
              plot.posToVal(plot.select.left, 'x'),
              plot.posToVal(plot.select.left + plot.select.width, 'x'),
            )
            plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false)
          },
        ],
      },
    }
  }

  /** Names stand at the end of their lines. */
  #drawLabels(plot: uPlot): void {
    const tokens = this.#tokens
    if (tokens === null) return
    const { ctx, bbox } = plot
    const ratio = devicePixelRatio
    const last = (series: number) => lastNumber(plot.data[series])
    const labels = [
      { text: 'median', colour: tokens.act, value: last(3) },
      { text: '5 to 95 %', colour: tokens.ink_3, value: last(5) },
      ...this.#worst.map((node, index) => ({
        text: node.name,
        colour: tokens.node(node.colour),
        value: last(6 + index),
      })),
    ].filter((label) => Number.isFinite(label.value))
    const top = bbox.top / ratio
    const wishes = labels.map((label) => ({
      at: plot.valToPos(Math.min(label.value, this.#limit * 1.15), 'y') + top,
      size: 14,
    }))
    const middles = spreadLabels(wishes, top, top + bbox.height / ratio, 1)
    ctx.save()
    ctx.font = `550 ${11.5 * ratio}px ${tokens.font}`
    ctx.textAlign = 'left'
    ctx.textBaseline = 'middle'
    for (const [index, label] of labels.entries()) {
      const x = bbox.left + bbox.width + 8 * ratio
      const y = (middles[index] ?? 0) * ratio
      ctx.fillStyle = label.colour
      ctx.fillRect(x, y - 1.5 * ratio, 8 * ratio, 3 * ratio)
      ctx.fillStyle = tokens.ink_2
      ctx.fillText(label.text, x + 13 * ratio, y)
    }
    ctx.restore()
  }
}

function highest(values: Iterable<number | null>): number {
  let most = 0
  for (const value of values) {
    if (value !== null && value > most) most = value
  }
  return most
}

/** A node's values at the slots' ends. */
function sampled(node: BandNode | undefined, time: Float64Array, slot_s: number): (number | null)[] {
  if (node === undefined) return Array.from(time, () => null)
  let cursor = 0
  return Array.from(time, (end) => {
    let value: number | null = null
    while (cursor < node.time.length && (node.time[cursor] ?? Infinity) <= end + 1e-6) {
      if ((node.time[cursor] ?? 0) > end - slot_s * 1.5) value = node.value[cursor] ?? null
      cursor += 1
    }
    return value
  })
}

function lastNumber(series: ArrayLike<number | null | undefined> | undefined): number {
  for (let at = (series?.length ?? 0) - 1; at >= 0; at -= 1) {
    const value = series?.[at]
    if (typeof value === 'number' && !Number.isNaN(value)) return value
  }
  return Number.NaN
}
