/** Stacked horizontal bars: where the time of each row goes. Labels stand in their segment where they fit. */
import { formatShare } from '@/lib/format/number'
import { inkOn } from './contrast'
import { roundTicks } from './scale'
import type { SvgLayer } from './svg'
import { SvgEngine } from './svg_engine'

export interface Segment {
  readonly key: string
  readonly label: string
  readonly value: number
  /** CSS, `var(--token)`. */
  readonly colour: string
}

export interface BarRow {
  readonly key: string
  readonly label: string
  /** Smaller, under the label. */
  readonly note?: string
  /** A dot before the label: the node's or run's colour. */
  readonly colour?: string
  readonly segments: readonly Segment[]
}

export interface StackedBarsData {
  readonly label: string
  readonly rows: readonly BarRow[]
  /** With unit: for totals, axis and tooltips. */
  readonly format: (value: number) => string
  readonly formatTick: (value: number) => string
  /** Without unit: inside segments. */
  readonly formatShort: (value: number) => string
}

const TOP = 4
const AXIS = 22
const GAP = 1.5
const LABEL_SIZE = 12.5
const VALUE_SIZE = 11
/** Of the chart's width, what labels may take. */
const LABELS = 0.42
/** The browser eases by drawing all of them in each frame: few rows only. */
const MOST_EASED = 8

export class StackedBars extends SvgEngine<StackedBarsData> {
  /** The axis only grows while data flow, or shrinks when much too long: bars must not jump for the scale's sake. */
  #limit = 0

  protected label(data: StackedBarsData): string {
    return data.label
  }

  protected height(data: StackedBarsData): number {
    return TOP + Math.max(1, data.rows.length) * rowHeight(data) + AXIS
  }

  protected paint(layer: SvgLayer, data: StackedBarsData, width: number, height: number): void {
    const { rows, format, formatShort, formatTick } = data
    const totals = rows.map((row) => row.segments.reduce((sum, part) => sum + Math.max(0, part.value), 0))
    const largest = Math.max(0, ...totals)
    if (largest > this.#limit || largest < this.#limit * 0.6) this.#limit = largest * 1.08
    const label_width = Math.min(this.#labelWidth(data), Math.max(0, width) * LABELS)
    const left = label_width + 14
    const total_width = Math.max(0, ...totals.map((total) => this.textWidth(format(total), VALUE_SIZE, 550)))
    const right = width - total_width - 10
    const scale = this.#limit > 0 ? Math.max(0, right - left) / this.#limit : 0
    const each = rowHeight(data)
    const bar = each >= 30 ? 22 : each - 6

    for (const tick of this.#limit > 0
      ? roundTicks(0, this.#limit, Math.max(2, Math.min(6, (right - left) / 110)))
      : []) {
      const x = left + tick * scale
      layer.line(`grid ${tick}`, x, TOP, x, height - AXIS + 2, { class: 'grid' })
      layer.text(`tick ${tick}`, x, height - 6, formatTick(tick), {
        class: 'tick',
        'text-anchor': tick === 0 ? 'start' : 'middle',
      })
    }
    for (const [index, row] of rows.entries()) {
      const top = TOP + index * each + (each - bar) / 2
      const middle = top + bar / 2
      if (row.colour !== undefined) {
        layer.part(`${row.key} dot`, 'circle', {
          cx: 4.5,
          cy: middle - (row.note === undefined ? 0 : 6),
          r: 4.5,
          fill: row.colour,
        })
      }
      const text_x = row.colour === undefined ? 0 : 16
      const text_y = middle + 4.5
      const cut = (text: string, size: number, weight: number) => this.cut(text, label_width - text_x, size, weight)
      layer.text(
        `${row.key} label`,
        text_x,
        row.note === undefined ? text_y : text_y - 6,
        cut(row.label, LABEL_SIZE, 550),
        {
          class: 'name',
        },
      )
      if (row.note !== undefined)
        layer.text(`${row.key} note`, text_x, text_y + 8, cut(row.note, VALUE_SIZE, 400), { class: 'tick' })
      let x = left
      for (const part of row.segments) {
        const value = Math.max(0, part.value)
        const w = value * scale
        const share = (totals[index] ?? 0) > 0 ? value / (totals[index] ?? 1) : 0
        layer.titled(
          `${row.key} ${part.key}`,
          'rect',
          {
            class: rows.length > MOST_EASED ? 'segment' : 'segment eased',
            x,
            y: top,
            // The thinnest slice can still be pointed at.
            width: Math.max(value > 0 ? 1 : 0, w - GAP),
            height: bar,
            rx: Math.min(3, w / 2),
            fill: part.colour,
          },
          `${row.label}, ${part.label}: ${format(value)} (${formatShare(share)})`,
        )
        const text = formatShort(value)
        if (w > this.textWidth(text, VALUE_SIZE) + 10 && bar >= 14) {
          layer.text(`${row.key} ${part.key} value`, x + (w - GAP) / 2, middle + 4, text, {
            class: 'inside',
            'text-anchor': 'middle',
            fill: inkOn(this.resolve(part.colour)),
          })
        }
        x += w
      }
      if ((totals[index] ?? 0) > 0)
        layer.text(`${row.key} total`, x + 6, middle + 4, format(totals[index] ?? 0), { class: 'total' })
    }
  }

  #labelWidth({ rows }: StackedBarsData): number {
    const widths = rows.map(
      (row) =>
        (row.colour === undefined ? 0 : 16) +
        Math.max(this.textWidth(row.label, LABEL_SIZE, 550), this.textWidth(row.note ?? '', VALUE_SIZE)),
    )
    return Math.min(220, Math.max(64, ...widths))
  }
}

function rowHeight({ rows }: StackedBarsData): number {
  return rows.length > 24 ? 16 : rows.length > 12 ? 22 : 34
}
