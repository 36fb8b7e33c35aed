/** Figures that somebody published, as bars: brass outlines, so that nobody takes them for measurements of ours. */
import { linearScale } from './scale'
import type { SvgLayer } from './svg'
import { SvgEngine } from './svg_engine'

export interface PublishedBarsData {
  readonly label: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly label: string; readonly values: readonly (number | null)[] }[]
  readonly logarithmic: boolean
  readonly format: (value: number) => string
}

const AXIS = 24
const TOP = 6
const BAR = 13
const GAP = 3
const BETWEEN = 12

export class PublishedBars extends SvgEngine<PublishedBarsData> {
  protected label(data: PublishedBarsData): string {
    return data.label
  }

  protected height(data: PublishedBarsData): number {
    return TOP + data.rows.length * rowHeight(data) + AXIS
  }

  protected paint(layer: SvgLayer, data: PublishedBarsData, width: number, height: number): void {
    const left =
      Math.min(width * 0.36, Math.max(60, ...data.rows.map((row) => this.textWidth(row.label, 12.5, 500)))) + 14
    const values = data.rows.flatMap((row) => row.values.filter((value) => value !== null))
    const name_width =
      data.columns.length > 1 ? Math.max(...data.columns.map((name) => this.textWidth(name, 11))) + 10 : 0
    const right =
      width - Math.max(40, ...values.map((value) => this.textWidth(data.format(value), 11))) - 12 - name_width
    const scale = data.logarithmic
      ? logScale(values)
      : linearScale(values, Math.max(2, Math.floor((right - left) / 110)))
    const x = (value: number) => left + Math.max(0, Math.min(1, scale.at(value))) * (right - left)
    const bottom = height - AXIS
    for (const tick of scale.ticks) {
      layer.line(`grid ${tick}`, x(tick), TOP, x(tick), bottom, { class: 'grid' })
      layer.text(`tick ${tick}`, x(tick), bottom + 17, String(tick), { class: 'tick', 'text-anchor': 'middle' })
    }
    const each = rowHeight(data)
    for (const [index, row] of data.rows.entries()) {
      const top = TOP + index * each + BETWEEN / 2
      const middle = top + (each - BETWEEN) / 2
      layer.text(`label ${index}`, 0, middle + 4, this.cut(row.label, left - 14, 12.5, 500), { class: 'row-label' })
      for (const [column, value] of row.values.entries()) {
        const y = top + column * (BAR + GAP)
        const name = data.columns[column] ?? ''
        if (value === null) {
          layer.text(
            `none ${index} ${column}`,
            left + 4,
            y + 10,
            `not published${name_width > 0 ? ` · ${name}` : ''}`,
            { class: 'tick' },
          )
          continue
        }
        layer.titled(
          `bar ${index} ${column}`,
          'rect',
          {
            x: left,
            y,
            width: Math.max(2, x(value) - left),
            height: BAR,
            rx: 3,
            fill: 'var(--brass)',
            'fill-opacity': 0.16 + 0.2 * (1 - column / Math.max(1, data.columns.length)),
            stroke: 'var(--brass)',
            'stroke-width': 1.2,
            'stroke-dasharray': '4 3',
          },
          `${row.label}, ${name}: ${data.format(value)}, published`,
        )
        const text = name_width > 0 ? `${data.format(value)} · ${name}` : data.format(value)
        layer.text(`value ${index} ${column}`, x(value) + 7, y + 10.5, text, { class: 'published' })
      }
    }
  }
}

function rowHeight(data: PublishedBarsData): number {
  return data.columns.length * (BAR + GAP) - GAP + BETWEEN
}

/** Decades; from the one below the least value to a little over the greatest. */
function logScale(values: readonly number[]): { at: (value: number) => number; ticks: number[] } {
  const positive = values.filter((value) => value > 0)
  if (positive.length === 0) return { at: () => 0, ticks: [] }
  const first = Math.floor(Math.log10(Math.min(...positive)) - 1e-9)
  const most = Math.log10(Math.max(...positive)) + 0.05
  const ticks: number[] = []
  for (let power = first; power <= most; power += 1) ticks.push(Number((10 ** power).toPrecision(6)))
  return { at: (value) => (value <= 0 ? 0 : (Math.log10(value) - first) / (most - first)), ticks }
}
