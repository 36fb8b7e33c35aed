import './viz.css'
import { ChartKeys } from './chart_keys'
import type { Engine } from './engine'
import { SvgLayer } from './svg'
import { svgPicture } from './svg_picture'
import { TextMeter } from './text_width'
import { followTheme } from './tokens'

/**
 * What all SVG charts share: an element to fill, a redraw at most once a frame when data, size or theme change, and
 * export. A chart says how high it is for a width, and paints.
 */
export abstract class SvgEngine<Data> implements Engine<Data> {
  #layer: SvgLayer | null = null
  #keys: ChartKeys | null = null
  #host: HTMLElement | null = null
  #data: Data | null = null
  #meter: TextMeter | null = null
  #frame: number | null = null
  #observer: ResizeObserver | null = null
  #leave_theme: (() => void) | null = null
  #width = 0
  readonly #resolved = new Map<string, string>()

  protected abstract label(data: Data): string
  protected abstract height(data: Data, width: number): number
  protected abstract paint(layer: SvgLayer, data: Data, width: number, height: number): void

  start(host: HTMLElement): void {
    this.#host = host
    this.#layer = new SvgLayer('')
    this.#meter = new TextMeter(getComputedStyle(host).fontFamily || 'sans-serif')
    host.append(this.#layer.root)
    this.#keys = new ChartKeys(host, this.#layer.root)
    this.#width = host.clientWidth
    this.#observer = new ResizeObserver(() => {
      if (host.clientWidth === this.#width) return
      this.#width = host.clientWidth
      this.#redraw()
    })
    this.#observer.observe(host)
    this.#leave_theme = followTheme(() => {
      this.#resolved.clear()
      this.#redraw()
    })
    this.#redraw()
  }

  push(data: Data): void {
    this.#data = data
    // Named before it is drawn: a chart in a closed or narrow place may wait long for its first drawing.
    this.#layer?.label(this.label(data))
    this.#redraw()
  }

  stop(): void {
    this.#observer?.disconnect()
    this.#leave_theme?.()
    if (this.#frame !== null) cancelAnimationFrame(this.#frame)
    this.#frame = null
    this.#keys?.close()
    this.#keys = null
    this.#layer?.root.remove()
    this.#layer = null
    this.#host = null
  }

  picture(): Promise<Blob | null> {
    return Promise.resolve(this.#layer === null || this.#data === null ? null : svgPicture(this.#layer.root))
  }

  /** Width of a text in the chart's font. */
  protected textWidth(text: string, size: number, weight = 400): number {
    return this.#meter?.width(text, size, weight) ?? 0
  }

  /** As much of a text as fits `width`, with an ellipsis if that is not all. */
  protected cut(text: string, width: number, size: number, weight = 400): string {
    if (this.textWidth(text, size, weight) <= width) return text
    let end = text.length
    while (end > 1 && this.textWidth(`${text.slice(0, end)}…`, size, weight) > width) end -= 1
    return `${text.slice(0, end).trimEnd()}…`
  }

  /** What `var(--token)` is in the present theme. */
  protected resolve(colour: string): string {
    const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1]
    if (name === undefined || this.#host === null) return colour
    // Asking the browser in the middle of a drawing makes it work out all styles again: once for each theme is enough.
    const known = this.#resolved.get(name)
    if (known !== undefined) return known
    const value = getComputedStyle(this.#host).getPropertyValue(name).trim()
    this.#resolved.set(name, value)
    return value
  }

  #redraw(): void {
    if (this.#frame !== null || this.#layer === null) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = null
      if (this.#layer === null || this.#data === null || this.#width === 0) return
      const data = this.#data
      const height = this.height(data, this.#width)
      this.#layer.draw(this.#width, height, (layer) => this.paint(layer, data, this.#width, height))
      this.#keys?.drawn()
    })
  }
}
