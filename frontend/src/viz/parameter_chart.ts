/**
 * A metric against what differs between runs: every repeat, the median over it, and beside it a published curve with an
 * axis of its own, which is brass and dashed so that nobody takes it for a measurement.
 */
import { spreadLabels } from './labels'
import { linearScale, type Scale } from './scale'
import type { SvgLayer } from './svg'
import { SvgEngine } from './svg_engine'

export interface ParameterPoint {
  readonly key: string
  readonly label: string
  /** Position on a numeric axis; ignored where `numeric` is false. */
  readonly x: number
  readonly x_text: string
  readonly colour: string
  /** One for each repeat. */
  readonly values: readonly number[]
  readonly median: number
  readonly low: number
  readonly high: number
  /** The lower and the upper figure of repeats in two modes, drawn in place of the median and its interval; else empty. */
  readonly modes: readonly number[]
}

export interface PublishedCurve {
  readonly label: string
  readonly axis_label: string
  readonly points: readonly { readonly x: number; readonly y: number; readonly label: string }[]
  readonly format: (value: number) => string
}

export interface ParameterChartData {
  readonly label: string
  readonly x_label: string
  readonly y_label: string
  readonly numeric: boolean
  readonly points: readonly ParameterPoint[]
  /** Joins the medians: only where x is a quantity. */
  readonly connect: boolean
  readonly format: (value: number) => string
  readonly formatTick: (value: number) => string
  readonly published: PublishedCurve | null
}

const TOP = 30
const BOTTOM = 46
const HEIGHT = 300

export class ParameterChart extends SvgEngine<ParameterChartData> {
  protected label(data: ParameterChartData): string {
    return data.label
  }

  protected height(): number {
    return HEIGHT
  }

  protected paint(layer: SvgLayer, data: ParameterChartData, width: number, height: number): void {
    const { points, published } = data
    const y_scale = linearScale(
      points.flatMap((point) => [...point.values, point.high]),
      4,
    )
    const right_scale =
      published === null
        ? null
        : linearScale(
            published.points.map((point) => point.y),
            y_scale.ticks.length - 1,
          )
    const left = Math.max(34, ...y_scale.ticks.map((tick) => this.textWidth(data.formatTick(tick), 11))) + 12
    const right =
      width -
      (published === null || right_scale === null
        ? 16
        : Math.max(...right_scale.ticks.map((tick) => this.textWidth(published.format(tick), 11))) + 18)
    const bottom = height - BOTTOM
    const y = (value: number) => bottom - y_scale.at(value) * (bottom - TOP)
    const xs = this.#positions(data, left, right)

    for (const tick of y_scale.ticks) {
      layer.line(`grid ${tick}`, left, y(tick), right, y(tick), { class: 'grid' })
      layer.text(`tick ${tick}`, left - 8, y(tick) + 4, data.formatTick(tick), { class: 'tick', 'text-anchor': 'end' })
    }
    layer.text('y label', 0, 12, data.y_label, { class: 'tick' })
    layer.text('x label', (left + right) / 2, height - 4, data.x_label, { class: 'tick', 'text-anchor': 'middle' })
    if (published !== null && right_scale !== null)
      this.#published(layer, published, right_scale, data, xs, left, right, bottom, width)
    if (data.connect && points.length > 1) {
      const order = [...points.keys()].sort((a, b) => (xs[a] ?? 0) - (xs[b] ?? 0))
      const has_median = (at: number | undefined) => at !== undefined && points[at]?.modes.length === 0
      const path = order
        .flatMap((at, rank) => {
          if (!has_median(at)) return []
          return [`${has_median(order[rank - 1]) ? 'L' : 'M'}${xs[at] ?? 0} ${y(points[at]?.median ?? 0)}`]
        })
        .join('')
      layer.part('medians', 'path', {
        d: path,
        fill: 'none',
        stroke: 'var(--act)',
        'stroke-width': 2,
        'stroke-opacity': 0.75,
      })
    }
    this.#xLabels(layer, points, xs, bottom)
    for (const [index, point] of points.entries()) this.#point(layer, data, point, xs[index] ?? 0, y)
  }

  #point(
    layer: SvgLayer,
    data: ParameterChartData,
    point: ParameterPoint,
    x: number,
    y: (value: number) => number,
  ): void {
    const has_interval = point.values.length >= 5 && point.modes.length === 0
    if (has_interval) {
      layer.line(`${point.key} interval`, x, y(point.low), x, y(point.high), {
        stroke: point.colour,
        'stroke-width': 6,
        'stroke-opacity': 0.18,
        'stroke-linecap': 'round',
      })
    }
    const spread = Math.min(26, 6 * point.values.length)
    for (const [repeat, value] of point.values.entries()) {
      const offset = point.values.length === 1 ? 0 : (repeat / (point.values.length - 1) - 0.5) * spread
      layer.titled(
        `${point.key} repeat ${repeat}`,
        'circle',
        { cx: x + offset, cy: y(value), r: 3.2, fill: point.colour, 'fill-opacity': 0.45 },
        `${point.label}, repeat ${repeat + 1}: ${data.format(value)}`,
      )
    }
    const marks: readonly (readonly [string, number])[] =
      point.modes.length === 0
        ? [['median', point.median]]
        : point.modes.map((mode, side) => [side === 0 ? 'lower mode' : 'upper mode', mode])
    for (const [name, value] of marks) {
      layer.titled(
        `${point.key} ${name}`,
        'circle',
        { cx: x, cy: y(value), r: 5, fill: point.colour, stroke: 'var(--surface)', 'stroke-width': 2 },
        `${point.label}, ${name}: ${data.format(value)}`,
      )
    }
    const highest = Math.min(
      ...[...marks.map(([, value]) => value), ...point.values, ...(has_interval ? [point.high] : [])].map(y),
    )
    const text = marks.map(([, value]) => data.formatTick(value)).join(', ')
    layer.text(`${point.key} value`, x, Math.max(12, highest - 9), text, {
      class: 'value halo',
      'text-anchor': 'middle',
    })
  }

  #published(
    layer: SvgLayer,
    curve: PublishedCurve,
    scale: Scale,
    data: ParameterChartData,
    xs: readonly number[],
    left: number,
    right: number,
    bottom: number,
    width: number,
  ): void {
    const y = (value: number) => bottom - scale.at(value) * (bottom - TOP)
    const at = (x: number) =>
      interpolate(
        x,
        data.points.map((point) => point.x),
        xs,
        left,
        right,
      )
    for (const tick of scale.ticks) {
      layer.text(`published tick ${tick}`, right + 8, y(tick) + 4, curve.format(tick), { class: 'published' })
    }
    layer.text('published label', width, 12, curve.axis_label, { class: 'published', 'text-anchor': 'end' })
    const inside = curve.points.map((point) => ({ ...point, at: at(point.x) })).filter((point) => point.at !== null)
    const path = inside.map((point, index) => `${index === 0 ? 'M' : 'L'}${point.at ?? 0} ${y(point.y)}`).join('')
    layer.part('published curve', 'path', {
      d: path,
      fill: 'none',
      stroke: 'var(--brass)',
      'stroke-width': 1.6,
      'stroke-dasharray': '5 5',
    })
    for (const [index, point] of inside.entries()) {
      layer.titled(
        `published ${index}`,
        'rect',
        {
          x: (point.at ?? 0) - 3.5,
          y: y(point.y) - 3.5,
          width: 7,
          height: 7,
          fill: 'var(--surface)',
          stroke: 'var(--brass)',
          'stroke-width': 1.6,
          transform: `rotate(45 ${point.at ?? 0} ${y(point.y)})`,
        },
        `published, ${point.label}: ${curve.format(point.y)} (${curve.label})`,
      )
    }
  }

  #positions(data: ParameterChartData, left: number, right: number): number[] {
    const { points } = data
    const inset = Math.min(90, (right - left) / (2 * Math.max(1, points.length)))
    const from = left + inset
    const to = right - inset
    if (points.length === 1) return [(left + right) / 2]
    if (!data.numeric) return points.map((_, index) => from + (index / (points.length - 1)) * (to - from))
    const xs = points.map((point) => point.x)
    const min = Math.min(...xs)
    const max = Math.max(...xs)
    return xs.map((x) => (max === min ? (from + to) / 2 : from + ((x - min) / (max - min)) * (to - from)))
  }

  #xLabels(layer: SvgLayer, points: readonly ParameterPoint[], xs: readonly number[], bottom: number): void {
    const shown = new Map<string, { at: number; size: number }>()
    for (const [index, point] of points.entries()) {
      if (!shown.has(point.x_text))
        shown.set(point.x_text, { at: xs[index] ?? 0, size: this.textWidth(point.x_text, 11.5, 500) })
    }
    const wishes = [...shown.values()]
    const last = wishes.at(-1)
    if (last === undefined) return
    const middles = spreadLabels(wishes, 0, Math.max(...wishes.map((wish) => wish.at)) + 90, 8)
    for (const [index, text] of [...shown.keys()].entries()) {
      layer.text(`x ${text}`, middles[index] ?? 0, bottom + 19, text, { class: 'x', 'text-anchor': 'middle' })
    }
  }
}

/** Where a published x lies between the drawn ones; null if outside of them. */
function interpolate(
  x: number,
  known: readonly number[],
  at: readonly number[],
  left: number,
  right: number,
): number | null {
  const order = known.map((value, index) => ({ value, at: at[index] ?? 0 })).sort((a, b) => a.value - b.value)
  const first = order[0]
  const last = order.at(-1)
  if (first === undefined || last === undefined || x < first.value || x > last.value) return null
  for (const [index, end] of order.entries()) {
    const start = order[index - 1] ?? end
    if (x > end.value) continue
    const share = end.value === start.value ? 0 : (x - start.value) / (end.value - start.value)
    return Math.min(right, Math.max(left, start.at + share * (end.at - start.at)))
  }
  return null
}
