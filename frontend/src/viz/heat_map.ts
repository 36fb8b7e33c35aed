/**
 * A quantity over two parameters: one hue from pale to full, the value in each cell, the scale beside it. A cell whose repeats
 * are in two modes is halved: the lower figure at the left, the upper one at the right.
 */
import { inkOn, mixHex } from './contrast'
import type { SvgLayer } from './svg'
import { SvgEngine } from './svg_engine'

export interface HeatCell {
  readonly column: number
  readonly row: number
  /** Null: not measured (yet). */
  readonly value: number | null
  /** The lower and the upper figure of repeats in two modes, drawn in place of `value`. */
  readonly modes?: readonly [number, number]
  /** For the tooltip. */
  readonly title: string
}

export interface HeatMapData {
  readonly label: string
  readonly x_label: string
  readonly y_label: string
  readonly columns: readonly string[]
  /** From bottom to top, as axes grow. */
  readonly rows: readonly string[]
  readonly cells: readonly HeatCell[]
  readonly unit: string
  /** Values of other panels that share the colours; empty for a map alone. */
  readonly also: readonly number[]
  /** Without unit: inside cells and beside the scale. */
  readonly format: (value: number) => string
}

const TOP = 8
const BOTTOM = 42
const CELL = 40
const GAP = 2
const SCALE_WIDTH = 10
const STEPS = 24
/** Spread over more than this, small values would all look alike on a linear scale. */
const LOG_FROM = 30

export class HeatMap extends SvgEngine<HeatMapData> {
  protected label(data: HeatMapData): string {
    return data.label
  }

  protected height(data: HeatMapData): number {
    return TOP + Math.max(3, data.rows.length) * cellHeight(data) + BOTTOM
  }

  protected paint(layer: SvgLayer, data: HeatMapData, width: number, height: number): void {
    const values = data.cells.flatMap((cell) => cell.modes ?? (cell.value === null ? [] : [cell.value]))
    const all = [...values, ...data.also]
    const share = shareOf(all)
    const ends = [Math.min(...all), Math.max(...all)] as const
    const pale = mixHex(this.resolve('var(--surface)'), this.resolve('var(--act)'), 0.1)
    const full = this.resolve('var(--act)')
    const colour = (at: number) => mixHex(pale, full, at)
    const left = Math.max(24, ...data.rows.map((row) => this.textWidth(row, 11.5, 500))) + 28
    const scale_text = values.length === 0 ? 0 : Math.max(...ends.map((end) => this.textWidth(data.format(end), 11)))
    const right = width - SCALE_WIDTH - scale_text - 28
    const bottom = height - BOTTOM
    const w = Math.max(0, right - left) / Math.max(1, data.columns.length)
    const h = (bottom - TOP) / Math.max(1, data.rows.length)
    for (const cell of data.cells) {
      const [x, y] = [left + cell.column * w, bottom - (cell.row + 1) * h]
      const key = `${cell.column} ${cell.row}`
      const shown = cell.modes?.[0] ?? cell.value
      const fill = shown === null ? 'none' : colour(share(shown))
      layer.titled(
        `cell ${key}`,
        'rect',
        {
          x: x + GAP / 2,
          y: y + GAP / 2,
          width: Math.max(1, w - GAP),
          height: Math.max(1, h - GAP),
          rx: 3,
          fill,
          stroke: cell.value === null ? 'var(--line-strong)' : 'none',
          'stroke-dasharray': cell.value === null ? '3 3' : undefined,
        },
        cell.title,
      )
      const label = (name: string, value: number, middle: number, room: number, on: string) => {
        const text = data.format(value)
        if (this.textWidth(text, 11) >= room - 6 || h < 16) return
        const look = { class: 'inside', 'text-anchor': 'middle', fill: inkOn(on) }
        layer.text(name, middle, y + h / 2 + 4, text, look)
      }
      if (cell.modes !== undefined) {
        const [lower, upper] = cell.modes
        const darker = colour(share(upper))
        const half = Math.max(0.5, (w - GAP) / 2)
        const place = { x: x + w / 2, y: y + GAP / 2, width: half, height: Math.max(1, h - GAP), rx: 3 }
        layer.titled(`upper ${key}`, 'rect', { ...place, fill: darker }, cell.title)
        label(`value ${key}`, lower, x + w / 4, w / 2, fill)
        label(`upper value ${key}`, upper, x + (3 * w) / 4, w / 2, darker)
      } else if (cell.value !== null) {
        label(`value ${key}`, cell.value, x + w / 2, w, fill)
      }
    }
    for (const [index, name] of data.columns.entries()) {
      if (this.textWidth(name, 11.5, 500) > w + 8 && index % Math.ceil((this.textWidth(name, 11.5, 500) + 8) / w) !== 0)
        continue
      layer.text(`column ${index}`, left + (index + 0.5) * w, bottom + 17, name, {
        class: 'x',
        'text-anchor': 'middle',
      })
    }
    for (const [index, name] of data.rows.entries()) {
      layer.text(`row ${index}`, left - 8, bottom - (index + 0.5) * h + 4, name, { class: 'x', 'text-anchor': 'end' })
    }
    layer.text('x label', (left + right) / 2, height - 4, data.x_label, { class: 'tick', 'text-anchor': 'middle' })
    layer.text('y label', 0, 0, data.y_label, {
      class: 'tick',
      'text-anchor': 'middle',
      transform: `translate(11 ${(TOP + bottom) / 2}) rotate(-90)`,
    })
    if (values.length > 0) this.#scale(layer, data, ends, colour, right + 18, bottom)
  }

  #scale(
    layer: SvgLayer,
    data: HeatMapData,
    [least, most]: readonly [number, number],
    colour: (at: number) => string,
    x: number,
    bottom: number,
  ): void {
    const each = (bottom - TOP) / STEPS
    for (let step = 0; step < STEPS; step += 1) {
      layer.part(`scale ${step}`, 'rect', {
        x,
        y: bottom - (step + 1) * each,
        width: SCALE_WIDTH,
        height: each + 0.5,
        fill: colour(step / (STEPS - 1)),
      })
    }
    layer.text('scale most', x + SCALE_WIDTH + 5, TOP + 9, data.format(most), { class: 'tick' })
    layer.text('scale least', x + SCALE_WIDTH + 5, bottom, data.format(least), { class: 'tick' })
    layer.text('scale unit', x, bottom + 17, data.unit, { class: 'tick' })
  }
}

/** Where a value lies between the least (0) and the greatest (1); by its logarithm if they are far apart. Pure. */
export function shareOf(values: readonly number[]): (value: number) => number {
  const [min, max] = [Math.min(...values), Math.max(...values)]
  if (!(max > min)) return () => 0.5
  const logarithmic = min > 0 && max / min > LOG_FROM
  return (value) => (logarithmic ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min))
}

function cellHeight(data: HeatMapData): number {
  return data.rows.length > 12 ? 26 : CELL
}
