/**
 * Quantities against a parameter: one line for each series, its repeats and intervals behind it, its name at its end. Curves
 * that are not measured (a law, an ideal, a published figure) are dashed; published ones are brass and have an axis of
 * their own. A point whose repeats are in two modes has two marks, and a line to each.
 */
import { flowed, spreadLabels, thinLabels } from './labels'
import { linearScale, logScale, roundTicks, type Scale } from './scale'
import type { SvgLayer } from './svg'
import { SvgEngine } from './svg_engine'

export interface XyPoint {
  readonly x: number
  readonly y: number
  readonly low: number
  readonly high: number
  /** One for each repeat; empty for what only has an interval. */
  readonly values: readonly number[]
  /** The lower and the upper figure of repeats in two modes: drawn in place of `y` and its interval. Empty otherwise. */
  readonly modes?: readonly number[]
  /** For the tooltip: where and how much. */
  readonly title: string
}

export interface XySeries {
  readonly key: string
  readonly label: string
  /** CSS, `var(--token)`. */
  readonly colour: string
  /** In the order of x. */
  readonly points: readonly XyPoint[]
}

export interface XyCurve {
  readonly key: string
  readonly label: string
  readonly colour: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** Published curves of one unit: they share an axis of their own. */
export interface XyPublished {
  readonly axis_label: string
  readonly curves: readonly {
    readonly label: string
    /** x null: a level all along the axis. */
    readonly points: readonly { readonly x: number | null; readonly y: number; readonly label: string }[]
  }[]
  readonly format: (value: number) => string
}

export interface XyChartData {
  readonly label: string
  readonly x_label: string
  readonly y_label: string
  readonly series: readonly XySeries[]
  readonly curves: readonly XyCurve[]
  readonly published: XyPublished | null
  readonly log_x: boolean
  readonly log_y: boolean
  /** x are places in this list instead of quantities: nothing joins them. */
  readonly categories: readonly string[] | null
  /** Charts beside each other share their axis: values that it must hold besides its own. */
  readonly also_y: readonly number[]
  readonly formatX: (x: number) => string
  readonly formatTick: (y: number) => string
}

const TOP = 26
const BOTTOM = 44
const HEIGHT = 300
const INSET = 22
const LABEL_SIZE = 11.5
/** Of the chart's width, what names beside its lines may take. */
const BESIDE = 0.32
/** Of a legend below: a row, and the swatch with its distance. */
const ROW = 17
const SWATCH = 18
/** From so many repeats on, an interval says more than they do. */
const ENOUGH = 3
/** Tell published curves of one chart apart. */
const DASHES = ['5 5', '2 4', '9 4', '9 3 2 3']
/** More measured values than these are a curve, not settings. */
const MANY = 24

export class XyChart extends SvgEngine<XyChartData> {
  protected label(data: XyChartData): string {
    return data.label
  }

  protected height(data: XyChartData, width: number): number {
    const { rows } = this.#legend(data, width)
    return rows === 0 ? HEIGHT : HEIGHT + 8 + rows * ROW
  }

  protected paint(layer: SvgLayer, data: XyChartData, width: number): void {
    const y_scale = yScale(data)
    const legend = this.#legend(data, width)
    const bottom = HEIGHT - BOTTOM
    const y = (value: number) => bottom - y_scale.at(data.log_y ? Math.max(y_scale.min, value) : value) * (bottom - TOP)
    const names = legend.rows > 0 ? [] : named(data)
    const names_width =
      names.length === 0 ? 0 : Math.max(...names.map((line) => this.#nameWidth(line.label, width))) + 10
    const right_scale =
      data.published === null
        ? null
        : linearScale(
            data.published.curves.flatMap((curve) => curve.points.map((point) => point.y)),
            Math.max(2, y_scale.ticks.length - 1),
          )
    const published_width =
      data.published === null || right_scale === null
        ? 0
        : Math.max(...right_scale.ticks.map((tick) => this.textWidth(data.published?.format(tick) ?? '', 11))) + 14
    const left = Math.max(30, ...y_scale.ticks.map((tick) => this.textWidth(data.formatTick(tick), 11))) + 12
    const right = width - Math.max(14, names_width + published_width)
    const x_at = xAt(data)
    const x = (value: number) => left + INSET + x_at(value) * Math.max(0, right - left - 2 * INSET)

    for (const tick of y_scale.ticks) {
      layer.line(`grid ${tick}`, left, y(tick), right, y(tick), { class: 'grid' })
      layer.text(`tick ${tick}`, left - 8, y(tick) + 4, data.formatTick(tick), { class: 'tick', 'text-anchor': 'end' })
    }
    layer.text('y label', 0, 12, data.y_label, { class: 'tick' })
    layer.text('x label', (left + right) / 2, HEIGHT - 4, data.x_label, { class: 'tick', 'text-anchor': 'middle' })
    this.#xTicks(layer, data, x, bottom)
    if (data.published !== null && right_scale !== null)
      this.#published(layer, data.published, right_scale, data, x, {
        left,
        right,
        bottom,
        width: right + published_width,
      })
    for (const curve of data.curves) {
      layer.part(`curve ${curve.key}`, 'path', {
        d: pathOf(curve.points, x, y),
        fill: 'none',
        stroke: curve.colour,
        'stroke-width': 1.5,
        'stroke-dasharray': '5 4',
        'stroke-opacity': 0.85,
      })
    }
    for (const [index, series] of data.series.entries()) this.#series(layer, data, series, index, x, y)
    if (legend.rows === 0) this.#names(layer, data, y, width - names_width + 10, bottom, width)
    for (const [index, line] of named(data).entries()) {
      const place = legend.places[index]
      if (place === undefined) continue
      const middle = HEIGHT + 8 + place.row * ROW + ROW / 2
      layer.line(`swatch ${line.key}`, place.x, middle, place.x + SWATCH - 6, middle, {
        stroke: line.colour,
        'stroke-width': line.measured ? 3 : 1.5,
        'stroke-dasharray': line.measured ? 'none' : '5 4',
      })
      layer.text(`name ${line.key}`, place.x + SWATCH, middle + 4, this.cut(line.label, width - SWATCH + 1, 11, 600), {
        style: 'fill:var(--ink-2)',
        'font-weight': 450,
      })
    }
  }

  /** Names too long to stand beside their lines stand below all, whole; without any, beside. */
  #legend(data: XyChartData, width: number): { places: { x: number; row: number }[]; rows: number } {
    const wanted = named(data).map((line) => this.textWidth(line.label, 11, 600))
    if (wanted.every((size) => size <= width * BESIDE)) return { places: [], rows: 0 }
    return flowed(
      wanted.map((size) => Math.min(width, size + SWATCH)),
      width,
      16,
    )
  }

  #series(
    layer: SvgLayer,
    data: XyChartData,
    series: XySeries,
    index: number,
    x: (value: number) => number,
    y: (value: number) => number,
  ): void {
    const { key, colour, points } = series
    // Series that share their x stand a little apart, so that their repeats can be told.
    const shift =
      data.categories === null ? 0 : (index - (data.series.length - 1) / 2) * Math.min(12, 60 / data.series.length)
    if (data.categories === null && points.length > 1) {
      layer.part(`line ${key}`, 'path', { d: branched(points, x, y), fill: 'none', stroke: colour, 'stroke-width': 2 })
    }
    for (const [at, point] of points.entries()) {
      const middle = x(point.x) + shift
      if (hasInterval(point)) {
        layer.line(`interval ${key} ${at}`, middle, y(point.low), middle, y(point.high), {
          stroke: colour,
          'stroke-width': 6,
          'stroke-opacity': 0.22,
          'stroke-linecap': 'round',
        })
      }
      for (const [repeat, value] of point.values.entries()) {
        const offset =
          point.values.length < 2
            ? 0
            : (repeat / (point.values.length - 1) - 0.5) * Math.min(10, 3 * point.values.length)
        layer.part(`repeat ${key} ${at} ${repeat}`, 'circle', {
          cx: middle + offset,
          cy: y(value),
          r: 2,
          fill: colour,
          'fill-opacity': 0.4,
        })
      }
      const figures = figuresOf(point)
      for (const [mode, value] of figures.entries()) {
        const look =
          figures.length > 1
            ? { fill: 'var(--surface)', stroke: colour, 'stroke-width': 2.2 }
            : { fill: colour, stroke: 'var(--surface)', 'stroke-width': 1.6 }
        const mark = mode === 0 ? `median ${key} ${at}` : `mode ${key} ${at}`
        layer.titled(mark, 'circle', { cx: middle, cy: y(value), r: 4.2, ...look }, point.title)
      }
    }
  }

  #names(
    layer: SvgLayer,
    data: XyChartData,
    y: (value: number) => number,
    at: number,
    bottom: number,
    width: number,
  ): void {
    const lines = named(data)
    const wishes = lines.map((line) => ({ at: y(endOf(line.points.at(-1))), size: 14 }))
    const middles = spreadLabels(wishes, 8, bottom + 6, 1)
    for (const [index, line] of lines.entries()) {
      layer.text(`name ${line.key}`, at, (middles[index] ?? 0) + 4, this.cut(line.label, width - at + 1, 11, 600), {
        style: `fill:${line.colour}`,
        'font-weight': line.measured ? 600 : 450,
      })
    }
  }

  #published(
    layer: SvgLayer,
    published: XyPublished,
    scale: Scale,
    data: XyChartData,
    x: (value: number) => number,
    frame: { readonly left: number; readonly right: number; readonly bottom: number; readonly width: number },
  ): void {
    const y = (value: number) => frame.bottom - scale.at(value) * (frame.bottom - TOP)
    for (const tick of scale.ticks) {
      layer.text(`published tick ${tick}`, frame.right + 6, y(tick) + 4, published.format(tick), { class: 'published' })
    }
    layer.text('published label', frame.width, 12, published.axis_label, { class: 'published', 'text-anchor': 'end' })
    const line = { fill: 'none', stroke: 'var(--brass)', 'stroke-width': 1.6 }
    for (const [index, curve] of published.curves.entries()) {
      const placed = curve.points
        .flatMap((point) => (point.x === null ? [] : [{ ...point, x: point.x }]))
        .sort((a, b) => a.x - b.x)
      const dashes = DASHES[index % DASHES.length] ?? '5 5'
      if (data.categories === null) {
        const d = pathOf(placed, x, y)
        layer.part(`published curve ${index}`, 'path', { d, ...line, 'stroke-dasharray': dashes })
      }
      for (const [at, point] of curve.points.entries()) {
        const title = `published, ${curve.label}, ${point.label}: ${published.format(point.y)}`
        const [px, py] = [point.x === null ? frame.right - INSET / 2 : x(point.x), y(point.y)]
        if (point.x === null) {
          layer.line(`published level ${index} ${at}`, frame.left, py, frame.right, py, {
            ...line,
            'stroke-dasharray': dashes,
          })
        }
        layer.titled(
          `published ${index} ${at}`,
          'rect',
          {
            x: px - 3.5,
            y: py - 3.5,
            width: 7,
            height: 7,
            ...line,
            fill: 'var(--surface)',
            transform: `rotate(45 ${px} ${py})`,
          },
          title,
        )
      }
      const last = placed.at(-1) ?? curve.points.at(-1)
      if (last === undefined) continue
      const at_x = last.x === null ? frame.left + 6 : x(last.x) - 6
      layer.text(`published name ${index}`, at_x, y(last.y) - 8, curve.label, {
        class: 'published',
        'text-anchor': last.x === null ? 'start' : 'end',
      })
    }
  }

  #xTicks(layer: SvgLayer, data: XyChartData, x: (value: number) => number, bottom: number): void {
    const wishes = xMarks(data).map((value) => {
      const text = data.categories?.[value] ?? data.formatX(value)
      return { at: x(value), size: this.textWidth(text, LABEL_SIZE, 500), text }
    })
    const shown = thinLabels(wishes, 6)
    for (const [index, wish] of wishes.entries()) {
      if (shown[index] !== true) continue
      layer.text(`x ${index}`, wish.at, bottom + 18, wish.text, { class: 'x', 'text-anchor': 'middle' })
    }
  }

  #nameWidth(name: string, width: number): number {
    return Math.min(width * BESIDE, this.textWidth(name, 11, 600))
  }
}

/** Lines that have a name and something to draw, measured ones first. */
function named(data: XyChartData) {
  return [
    ...data.series.map((series) => ({ ...series, measured: true })),
    ...data.curves.map((curve) => ({ ...curve, measured: false })),
  ].filter((line) => line.label !== '' && line.points.length > 0)
}

/** One figure, or those of two modes. */
function figuresOf({ y, modes }: { readonly y: number; readonly modes?: readonly number[] }): readonly number[] {
  return modes === undefined || modes.length === 0 ? [y] : modes
}

/** Where a line's name stands: at its last figure, the upper one of two. */
function endOf(point: { readonly y: number; readonly modes?: readonly number[] } | undefined): number {
  return point === undefined ? 0 : (figuresOf(point).at(-1) ?? 0)
}

function hasInterval(point: XyPoint): boolean {
  return (
    figuresOf(point).length === 1 &&
    point.high > point.low &&
    (point.values.length === 0 || point.values.length >= ENOUGH)
  )
}

function yScale(data: XyChartData): Scale {
  const values = [
    ...data.series.flatMap((series) => series.points.flatMap((point) => [...figuresOf(point), ...point.values])),
    ...data.series.flatMap((series) =>
      series.points.flatMap((point) => (hasInterval(point) ? [point.low, point.high] : [])),
    ),
    ...data.curves.flatMap((curve) => curve.points.map((point) => point.y)),
    ...data.also_y,
  ]
  return data.log_y ? logScale(values) : linearScale(values, 4)
}

/** All x at which something was measured or published, in their order. */
function xValues(data: XyChartData): number[] {
  if (data.categories !== null) return data.categories.map((_, index) => index)
  const published = data.published?.curves.flatMap((curve) => curve.points.flatMap(({ x }) => x ?? [])) ?? []
  const all = [...data.series.flatMap((line) => line.points.map((point) => point.x)), ...published]
  return [...new Set(all)].sort((a, b) => a - b)
}

/** What is written under the axis: each measured value, or round numbers where these are many, as of a trace. */
function xMarks(data: XyChartData): number[] {
  const values = xValues(data)
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 0]
  if (values.length <= MANY || data.categories !== null || data.log_x) return values
  return roundTicks(first, last, 6)
}

/** Where x lies between the least (0) and the greatest (1). */
function xAt(data: XyChartData): (x: number) => number {
  const values = xValues(data)
  const min = values[0] ?? 0
  const max = values.at(-1) ?? 1
  if (max === min) return () => 0.5
  if (data.log_x && min > 0) return (x) => Math.log(x / min) / Math.log(max / min)
  return (x) => (x - min) / (max - min)
}

/** A line that parts before a point with two figures and joins after it; between two such points, lower joins lower. */
function branched(points: readonly XyPoint[], x: (value: number) => number, y: (value: number) => number): string {
  if (points.every((point) => figuresOf(point).length === 1)) return pathOf(points, x, y)
  return points
    .slice(1)
    .flatMap((to, index) => {
      const from = points[index] ?? to
      const [before, after] = [figuresOf(from), figuresOf(to)]
      const ends = Array.from({ length: Math.max(before.length, after.length) }, (_, at) => [
        { x: from.x, y: before[Math.min(at, before.length - 1)] ?? from.y },
        { x: to.x, y: after[Math.min(at, after.length - 1)] ?? to.y },
      ])
      return ends.map((pair) => pathOf(pair, x, y))
    })
    .join('')
}

function pathOf(
  points: readonly { readonly x: number; readonly y: number }[],
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  return points
    .map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.x).toFixed(2)} ${y(point.y).toFixed(2)}`)
    .join('')
}
