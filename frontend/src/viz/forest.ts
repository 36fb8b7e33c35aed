/** Forest plot: the ratio of each run's median to the baseline's, with its interval, on a logarithmic axis. */
import { ratioScale } from './scale'
import type { SvgLayer } from './svg'
import { SvgEngine } from './svg_engine'

export interface ForestItem {
  readonly key: string
  readonly label: string
  readonly colour: string
  /** Null if there is none: the baseline is 0, unless `why_none` says otherwise. */
  readonly ratio: number | null
  readonly why_none?: string
  readonly low: number | null
  readonly high: number | null
  /** What low and high are; the 95 % interval unless it says otherwise. Null: the ratio has no interval by its nature. */
  readonly interval?: string | null
  /** Not measured but published: what it says of itself. Such items are not repeated at the side. */
  readonly published?: string
}

export interface ForestRow {
  readonly key: string
  readonly label: string
  /** Smaller, under the label: which way is better. */
  readonly note: string
  readonly items: readonly ForestItem[]
}

export interface ForestData {
  readonly label: string
  readonly rows: readonly ForestRow[]
  readonly format: (ratio: number) => string
}

const TOP = 8
const AXIS = 26
const ITEM = 11
const LABEL_SIZE = 13
const NOTE_SIZE = 11
/** Of the chart's width, what labels may take. */
const LABELS = 0.45
/** In px. */
const DRAWING_MIN = 120

export class Forest extends SvgEngine<ForestData> {
  protected label(data: ForestData): string {
    return data.label
  }

  protected height(data: ForestData): number {
    return TOP + data.rows.reduce((sum, row) => sum + rowHeight(row), 0) + AXIS
  }

  protected paint(layer: SvgLayer, data: ForestData, width: number, height: number): void {
    const { rows, format } = data
    const widths = rows.map((row) =>
      Math.max(this.textWidth(row.label, LABEL_SIZE, 500), this.textWidth(row.note, NOTE_SIZE)),
    )
    const label_width = Math.min(260, Math.max(90, ...widths), Math.max(0, width) * LABELS)
    const left = label_width + 24
    const side = rows.map((row) => {
      const measured = row.items.filter((item) => item.published === undefined)
      return measured.length > 5 || measured.every((item) => item.ratio === null)
        ? ''
        : measured.map((item) => (item.ratio === null ? '–' : format(item.ratio))).join(' · ')
    })
    const side_width = Math.max(20, ...side.map((text) => this.textWidth(text, 12) + 16))
    // In a narrow card the figures beside would leave nothing for the drawing: each mark's tooltip has them.
    const has_side = width - side_width - left >= DRAWING_MIN
    const right = has_side ? width - side_width : Math.max(left, width - 20)
    const values = rows.flatMap((row) => row.items.flatMap((item) => [item.ratio, item.low, item.high]))
    const scale = ratioScale(
      values.filter((value) => value !== null && value > 0) as number[],
      Math.max(3, Math.min(9, Math.floor((right - left) / 64))),
    )
    const x = (ratio: number) => left + Math.min(1, Math.max(0, scale.at(ratio))) * (right - left)
    const bottom = height - AXIS

    for (const tick of scale.ticks) {
      layer.line(`grid ${tick}`, x(tick), TOP - 4, x(tick), bottom + 4, { class: tick === 1 ? 'one' : 'grid' })
      layer.text(`tick ${tick}`, x(tick), bottom + 19, `${trim(tick)}×`, { class: 'tick', 'text-anchor': 'middle' })
    }
    let top = TOP
    for (const [index, row] of rows.entries()) {
      const each = rowHeight(row)
      const middle = top + each / 2
      if (index > 0) layer.line(`${row.key} rule`, 0, top, width, top, { class: 'rule' })
      layer.text(
        `${row.key} label`,
        0,
        row.note === '' ? middle + 4.5 : middle - 1,
        this.cut(row.label, label_width, LABEL_SIZE, 500),
        { class: 'row' },
      )
      if (row.note !== '')
        layer.text(`${row.key} note`, 0, middle + 13, this.cut(row.note, label_width, NOTE_SIZE), { class: 'tick' })
      if (has_side)
        layer.text(`${row.key} side`, width, middle + 4, side[index] ?? '', { class: 'side', 'text-anchor': 'end' })
      let y = middle - ((row.items.length - 1) * ITEM) / 2
      const [only] = new Set(row.items.map(whyNone))
      if (row.items.every((item) => item.ratio === null && whyNone(item) === only) && only !== undefined) {
        layer.text(`${row.key} none`, x(1) + 8, middle + 4, only, { class: 'tick' })
        top += each
        continue
      }
      for (const item of row.items) {
        this.#item(layer, row, item, x, y, format)
        y += ITEM
      }
      top += each
    }
  }

  #item(
    layer: SvgLayer,
    row: ForestRow,
    item: ForestItem,
    x: (ratio: number) => number,
    y: number,
    format: (ratio: number) => string,
  ): void {
    const key = `${row.key} ${item.key}`
    if (item.ratio === null || item.ratio <= 0) {
      layer.text(`${key} none`, x(1) + 8, y + 4, item.ratio === null ? whyNone(item) : '0', { class: 'tick' })
      return
    }
    const certain = item.low !== null && item.high !== null && item.low > 0
    if (certain) {
      layer.line(`${key} interval`, x(item.low), y, x(item.high), y, {
        class: 'interval',
        stroke: item.colour,
        'stroke-width': 2.5,
        'stroke-linecap': 'round',
      })
    }
    const interval = certain
      ? `, ${item.interval ?? '95 % interval'} ${format(item.low)} to ${format(item.high)}`
      : item.interval === null
        ? ''
        : ', too few repeats for an interval'
    layer.titled(
      `${key} ratio`,
      'circle',
      {
        cx: x(item.ratio),
        cy: y,
        r: certain ? 4 : 3.5,
        fill: certain ? item.colour : 'var(--surface)',
        stroke: item.colour,
        'stroke-width': 2,
      },
      item.published ?? `${row.label}, ${item.label}: ${format(item.ratio)}${interval}`,
    )
  }
}

function whyNone({ why_none }: ForestItem): string {
  return why_none ?? 'the baseline is 0'
}

function rowHeight(row: ForestRow): number {
  return Math.max(40, row.items.length * ITEM + 16)
}

function trim(value: number): string {
  return String(Number(value.toPrecision(3)))
}
