/** Measured values as bars with their interval, and marks beside them: what is ideal, what somebody published. */
import { linearScale, logScale } from './scale'
import type { SvgLayer } from './svg'
import { SvgEngine } from './svg_engine'

export interface ValueMark {
  readonly label: string
  readonly value: number
  readonly published: boolean
  /** CSS; brass for what is published, else grey. */
  readonly colour?: string
}

export interface ValueBar {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly low: number
  readonly high: number
  /** CSS, `var(--token)`. */
  readonly colour: string
  readonly marks: readonly ValueMark[]
}

export interface ValueBarsData {
  readonly label: string
  readonly rows: readonly ValueBar[]
  readonly logarithmic: boolean
  readonly format: (value: number) => string
  readonly formatTick: (value: number) => string
}

const TOP = 6
const AXIS = 24
const ROW = 30
const BAR = 14
const LABEL_SIZE = 12.5

export class ValueBars extends SvgEngine<ValueBarsData> {
  protected label(data: ValueBarsData): string {
    return data.label
  }

  protected height(data: ValueBarsData): number {
    return TOP + data.rows.length * ROW + AXIS
  }

  protected paint(layer: SvgLayer, data: ValueBarsData, width: number, height: number): void {
    const { rows, format, formatTick } = data
    const names = Math.max(60, ...rows.map((row) => this.textWidth(row.label, LABEL_SIZE, 550)))
    const left = Math.min(width * 0.42, names) + 14
    const right = width - Math.max(40, ...rows.map((row) => this.textWidth(format(row.value), 12))) - 12
    const values = rows.flatMap((row) => [row.value, row.low, row.high, ...row.marks.map(({ value }) => value)])
    const count = Math.max(2, Math.floor((right - left) / 90))
    const scale = data.logarithmic ? logScale(values) : linearScale(values, count)
    const x = (value: number) => left + Math.max(0, Math.min(1, scale.at(value))) * (right - left)
    const bottom = height - AXIS
    // A label that would touch the one before it is left out; its line stays.
    let free_from = Number.NEGATIVE_INFINITY
    for (const tick of scale.ticks) {
      const text = formatTick(tick)
      const half = this.textWidth(text, 11) / 2
      layer.line(`grid ${tick}`, x(tick), TOP, x(tick), bottom, { class: 'grid' })
      if (x(tick) - half < free_from) continue
      free_from = x(tick) + half + 10
      layer.text(`tick ${tick}`, x(tick), bottom + 17, text, { class: 'tick', 'text-anchor': 'middle' })
    }
    for (const [index, row] of rows.entries()) {
      const middle = TOP + index * ROW + ROW / 2
      layer.text(`${row.key} label`, 0, middle + 4, this.cut(row.label, left - 14, LABEL_SIZE, 550), { class: 'name' })
      this.#bar(layer, data, row, x, left, middle)
      layer.text(`${row.key} value`, width, middle + 4, format(row.value), { class: 'value', 'text-anchor': 'end' })
    }
  }

  #bar(
    layer: SvgLayer,
    data: ValueBarsData,
    row: ValueBar,
    x: (value: number) => number,
    left: number,
    middle: number,
  ): void {
    const { format } = data
    const interval = row.high > row.low ? `, ${format(row.low)} to ${format(row.high)}` : ''
    layer.titled(
      `${row.key} bar`,
      'rect',
      {
        x: left,
        y: middle - BAR / 2,
        width: Math.max(2, x(row.value) - left),
        height: BAR,
        rx: 3,
        fill: row.colour,
      },
      `${row.label}: ${format(row.value)}${interval}`,
    )
    if (row.high > row.low) {
      layer.line(`${row.key} interval`, x(row.low), middle, x(row.high), middle, {
        stroke: 'var(--ink)',
        'stroke-width': 2,
      })
    }
    for (const [at, mark] of row.marks.entries()) {
      layer.titled(
        `${row.key} mark ${at}`,
        'rect',
        {
          x: x(mark.value) - 1.5,
          y: middle - ROW / 2 + 4,
          width: 3,
          height: ROW - 8,
          rx: 1.5,
          fill: markColour(mark),
        },
        `${row.label}, ${mark.label}: ${format(mark.value)}${mark.published ? ', published' : ''}`,
      )
    }
  }
}

export function markColour(mark: ValueMark): string {
  return mark.colour ?? (mark.published ? 'var(--brass)' : 'var(--ink-3)')
}
