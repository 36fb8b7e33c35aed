/**
 * Live strips: one small chart for each node over a common time axis and one common value axis, so that nodes compare at a
 * glance. A strip is a line (the window's median or mean) with a band above it (its slow steps).
 *
 * `StripGroup` holds the common axes; each strip is attached to an element of its own. Data are views into rings and are
 * read during `push` only.
 */
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import './viz.css'
import { drawCutMarks } from './cut_marks'
import { canvasPng } from './svg_picture'
import { quantileSorted } from './quantile'
import { roundTicks } from './scale'
import { followTheme, readTokens, withAlpha, type Tokens } from './tokens'

export interface StripData {
  /** Seconds, ascending. */
  readonly time: Float64Array
  readonly value: Float64Array
  /** Upper edge of the band; empty for no band. */
  readonly high: Float64Array
}

/** A line across all strips. */
export interface StripMark {
  /** Seconds. */
  readonly at: number
  /** Beside the line, in the uppermost strip; left out if it would overlap the text at its left. */
  readonly text: string
}

export interface StripOptions {
  /** What is shown of the past. */
  readonly span_s: number
  /** A value with its unit: on hover, and on the axis. */
  readonly format: (value: number) => string
  readonly formatTick: (value: number) => string
  /** What the upper edge of the band is: `p99`. */
  readonly high_label: string
}

const SPAN_MIN_S = 5
const AXIS_WIDTH = 54
const FONT_SIZE = 11

export class StripGroup {
  readonly #options: StripOptions
  readonly #strips = new Map<string, Strip>()
  readonly #sync = uPlot.sync(`strips ${Math.random()}`)
  #time: readonly [number, number] = [0, SPAN_MIN_S]
  #values: readonly [number, number] = [0, 1]
  #held = 0
  #marks: readonly StripMark[] = []
  #selected: (from_s: number, to_s: number) => void = () => undefined

  constructor(options: StripOptions) {
    this.#options = options
  }

  /** Draws a strip into `host` until the result is called. `with_time` shows the time axis under it. */
  attach(key: string, host: HTMLElement, colour: number, with_time: boolean): () => void {
    const strip: Strip = new Strip(
      host,
      colour,
      with_time,
      this.#sync,
      this.#options,
      () => this.#time,
      () => this.#values,
      () => ({ marks: this.#marks, has_text: this.#strips.values().next().value === strip }),
      (from_s, to_s) => this.#selected(from_s, to_s),
    )
    this.#strips.set(key, strip)
    return () => {
      strip.close()
      if (this.#strips.get(key) === strip) this.#strips.delete(key)
    }
  }

  /** Who hears of a part of the time axis that was marked with the pointer. */
  onSelect(selected: (from_s: number, to_s: number) => void): void {
    this.#selected = selected
  }

  push(data: ReadonlyMap<string, StripData>, marks: readonly StripMark[] = []): void {
    this.#marks = marks.toSorted((a, b) => a.at - b.at)
    this.#setTime(data)
    this.#setValues(data)
    for (const [key, strip] of this.#strips) {
      const own = data.get(key)
      if (own !== undefined) strip.draw(own)
    }
  }

  /** A strip as a PNG file; null if there is none of this key. */
  picture(key: string): Promise<Blob | null> {
    const canvas = this.#strips.get(key)?.canvas
    return canvas === undefined ? Promise.resolve(null) : canvasPng(canvas)
  }

  #setTime(data: ReadonlyMap<string, StripData>): void {
    let now = 0
    let first = Number.POSITIVE_INFINITY
    for (const { time } of data.values()) {
      now = Math.max(now, time.at(-1) ?? 0)
      first = Math.min(first, time[0] ?? Number.POSITIVE_INFINITY)
    }
    // A viewer who comes late sees what there is in full width; the axis grows to its span from there.
    const from = Math.max(0, now - this.#options.span_s, Number.isFinite(first) && first > 1 ? first : 0)
    this.#time = [from, Math.max(now, from + SPAN_MIN_S)]
  }

  /** From zero to what the lines need, with room for the band where it is near: one pause must not flatten all lines. */
  #setValues(data: ReadonlyMap<string, StripData>): void {
    let line = 0
    let usual = 0
    let band = 0
    for (const { value, high } of data.values()) {
      const lines = Float64Array.from(value).sort()
      line = Math.max(line, quantileSorted(lines, lines.length, 0.95) || 0)
      usual = Math.max(usual, quantileSorted(lines, lines.length, 0.5) || 0)
      const bands = Float64Array.from(high).sort()
      band = Math.max(band, quantileSorted(bands, bands.length, 0.5) || 0)
    }
    const wanted = Math.max(Math.min(line * 1.2, usual * 6), Math.min(band * 1.1, usual * 4))
    const current = this.#values[1]
    // The axis grows at once and shrinks only when it has been far too high for a while.
    this.#held = wanted < current * 0.55 ? this.#held + 1 : 0
    if (wanted > current || this.#held > 40 || current === 1) {
      this.#values = [0, wanted > 0 ? wanted * 1.05 : 1]
      this.#held = 0
    }
  }
}

class Strip {
  readonly #plot: uPlot
  readonly #host: HTMLElement
  readonly #colour: number
  readonly #observer: ResizeObserver
  readonly #leave_theme: () => void
  readonly #tip: HTMLElement
  readonly #close_sync: () => void
  #tokens: Tokens

  constructor(
    host: HTMLElement,
    colour: number,
    with_time: boolean,
    sync: uPlot.SyncPubSub,
    options: StripOptions,
    time: () => readonly [number, number],
    values: () => readonly [number, number],
    marks: () => { readonly marks: readonly StripMark[]; readonly has_text: boolean },
    selected: (from_s: number, to_s: number) => void,
  ) {
    this.#host = host
    this.#colour = colour
    this.#tokens = readTokens(host)
    this.#tip = document.createElement('div')
    this.#tip.className = 'viz-tip'
    this.#tip.setAttribute('aria-hidden', 'true')
    this.#tip.hidden = true
    const font = `${FONT_SIZE}px ${this.#tokens.font}`
    this.#plot = new uPlot(
      {
        width: Math.max(50, host.clientWidth),
        height: Math.max(30, host.clientHeight),
        legend: { show: false },
        padding: [4, 8, with_time ? 0 : 4, 0],
        cursor: {
          sync: { key: sync.key, scales: ['x', null] },
          x: true,
          y: false,
          points: { size: 6 },
          drag: { x: true, y: false, setScale: false },
        },
        scales: {
          x: { time: false, range: () => [...time()] as [number, number] },
          y: { range: () => [...values()] as [number, number] },
        },
        axes: [
          {
            show: with_time,
            size: 20,
            font,
            gap: 2,
            stroke: () => this.#tokens.ink_3,
            grid: { show: false },
            ticks: { show: false },
            splits: (_, __, min, max) => roundTicks(min, max, Math.max(2, host.clientWidth / 110)),
            values: (_, splits) => splits.map((value) => `${Number(value.toPrecision(6))} s`),
          },
          {
            size: AXIS_WIDTH,
            font,
            gap: 6,
            stroke: () => this.#tokens.ink_3,
            grid: { stroke: () => this.#tokens.line, width: 1 },
            ticks: { show: false },
            splits: (_, __, min, max) => roundTicks(min, max, 2),
            values: (_, splits) => splits.map((value) => options.formatTick(value)),
          },
        ],
        series: [
          {},
          { stroke: () => withAlpha(this.#tokens.node(colour), 0.35), width: 0.8, points: { show: false } },
          {
            stroke: () => this.#tokens.node(colour),
            width: 1.6,
            points: { show: false },
            fill: () => withAlpha(this.#tokens.node(colour), 0.1),
          },
        ],
        bands: [{ series: [1, 2], fill: () => withAlpha(this.#tokens.node(colour), 0.11) }],
        hooks: {
          draw: [
            (plot) => drawCutMarks(plot, [1, 2], this.#tokens.node(colour)),
            (plot) => this.#drawMarks(plot, marks()),
          ],
          setCursor: [(plot) => this.#showTip(plot, options)],
          setSelect: [
            (plot) => {
              if (plot.select.width < 4) return
              const { left, width } = plot.select
              selected(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'))
              plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false)
            },
          ],
        },
      },
      [[], [], []],
      host,
    )
    this.#plot.over.append(this.#tip)
    sync.sub(this.#plot)
    this.#observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = host
      if (width > 0 && height > 0 && (width !== this.#plot.width || height !== this.#plot.height))
        this.#plot.setSize({ width, height })
    })
    this.#observer.observe(host)
    this.#leave_theme = followTheme(() => {
      this.#tokens = readTokens(host)
      this.#plot.redraw(false, true)
    })
    this.#close_sync = () => sync.unsub(this.#plot)
  }

  draw({ time, value, high }: StripData): void {
    this.#plot.setData([time, high.length > 0 ? high : value, value])
  }

  get canvas(): HTMLCanvasElement {
    return this.#plot.ctx.canvas
  }

  close(): void {
    this.#close_sync()
    this.#leave_theme()
    this.#observer.disconnect()
    this.#plot.destroy()
    this.#host.replaceChildren()
  }

  #drawMarks(plot: uPlot, { marks, has_text }: { marks: readonly StripMark[]; has_text: boolean }): void {
    const { ctx } = plot
    const { left, top, width, height } = plot.bbox
    ctx.save()
    ctx.strokeStyle = this.#tokens.ink_2
    ctx.fillStyle = this.#tokens.ink_2
    ctx.font = `${FONT_SIZE * devicePixelRatio}px ${this.#tokens.font}`
    ctx.textAlign = 'left'
    ctx.textBaseline = 'top'
    ctx.lineWidth = devicePixelRatio
    ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio])
    const gap = 4 * devicePixelRatio
    let taken = Number.NEGATIVE_INFINITY
    for (const { at, text } of marks) {
      const x = plot.valToPos(at, 'x', true)
      if (x < left || x > left + width) continue
      ctx.beginPath()
      ctx.moveTo(x, top)
      ctx.lineTo(x, top + height)
      ctx.stroke()
      if (!has_text) continue
      const room = ctx.measureText(text).width + 2 * gap
      const start = x + room > left + width ? x - room : x
      if (start < taken) continue
      taken = start + room
      ctx.fillText(text, start + gap, top)
    }
    ctx.restore()
  }

  #showTip(plot: uPlot, { format, high_label }: StripOptions): void {
    const index = plot.cursor.idx
    const left = plot.cursor.left ?? -1
    const at = index === null || index === undefined ? undefined : plot.data[2]?.[index]
    this.#tip.hidden = at === undefined || at === null || left < 0
    if (this.#tip.hidden || typeof at !== 'number' || typeof index !== 'number') return
    const high = plot.data[1]?.[index]
    const slow = typeof high === 'number' && high !== at ? ` · ${high_label} ${format(high)}` : ''
    this.#tip.textContent = `${format(at)}${slow}`
    const right = left > plot.over.clientWidth / 2
    this.#tip.style.setProperty('left', right ? 'auto' : `${left + 8}px`)
    this.#tip.style.setProperty('right', right ? `${plot.over.clientWidth - left + 8}px` : 'auto')
    this.#tip.style.setProperty('border-left', `3px solid ${this.#tokens.node(this.#colour)}`)
  }
}
