/**
 * Plotly behind a thin face: loaded when the first chart needs it (a chunk of its own), drawn with `react`, resized by an
 * own observer, themed from the tokens, purged at the end.
 */
import type { Engine } from './engine'
import { followTheme, readTokens, type Tokens } from './tokens'

export interface PlotlyTrace {
  readonly name: string
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number | null>
  /** Takes a token's name, `--node-1`, or `transparent`. */
  readonly colour: string
  readonly width?: number
  /** Fills to the trace before it. */
  readonly fill?: boolean
  /** Hovered values and legend leave it out: an edge of a band. */
  readonly silent?: boolean
  readonly hover?: string
  /** Measured on an axis at the right; dotted. */
  readonly right?: boolean
  /** Points without a line. */
  readonly points?: boolean
  /** Shape of the points; a diamond if missing. */
  readonly symbol?: 'circle' | 'circle-open' | 'diamond'
  /** Ends of a bar through each point; null: the point has no bar. */
  readonly interval?: { readonly low: readonly (number | null)[]; readonly high: readonly (number | null)[] }
  /** What is hovered at each point, for `hover` as `%{text}`: plain text, its lines apart by `\n`. */
  readonly text?: readonly string[]
  /** The legend leaves it out; hovered values have it. */
  readonly unlisted?: boolean
  /** The track under the chart that it is drawn in, from 1; the chart itself if missing. */
  readonly track?: number
}

/** A chart of its own under the main one, with the same x axis. */
export interface PlotlyTrack {
  readonly title: string
  /** In pixels. */
  readonly height: number
  /** Labels of its y axis and their places; the chart chooses numbers if missing. */
  readonly ticks?: { readonly at: readonly number[]; readonly text: readonly string[] }
}

/** A line across the chart at a place of the x axis. */
export interface PlotlyMark {
  readonly x: number
  /** Plain text above the line. */
  readonly text: string
  /** A token's name. */
  readonly colour: string
}

export interface PlotlyData {
  readonly x_title: string
  readonly y_title: string
  /** Of the axis at the right, if a trace is measured there. */
  readonly right_title?: string
  readonly traces: readonly PlotlyTrace[]
  /** Changes when the traces do. */
  readonly revision: number
  /** What is seen of the x axis at first; null for all. */
  readonly x_range: readonly [number, number] | null
  /** The upper end of the y axis at first; null for all. */
  readonly y_max: number | null
  readonly height: number
  /** Labels of the x axis and their places; the chart chooses numbers if missing. */
  readonly ticks?: { readonly at: readonly number[]; readonly text: readonly string[] }
  readonly marks?: readonly PlotlyMark[]
  /** The y axis begins at the lowest value instead of 0. */
  readonly close_up?: boolean
  /** The pointer finds the nearest point, not all points above a place of the x axis. */
  readonly nearest?: boolean
  /** The whole of the x axis, where the traces are a part of it. */
  readonly whole?: readonly [number, number] | null
  /** Under the chart, from top to bottom; `height` is without them. */
  readonly tracks?: readonly PlotlyTrack[]
}

export interface PlotlyOptions {
  /** The x axis was zoomed: null when all is shown again. */
  readonly onRange?: (range: readonly [number, number] | null) => void
}

interface PlotlyModule {
  react(host: HTMLElement, data: unknown[], layout: unknown, config: unknown): Promise<unknown>
  relayout(host: HTMLElement, layout: unknown): Promise<unknown>
  purge(host: HTMLElement): void
  toImage(
    host: HTMLElement,
    options: { format: 'png' | 'svg'; width: number; height: number; scale: number },
  ): Promise<string>
  Plots: { resize(host: HTMLElement): Promise<unknown> | undefined }
}

interface PlotlyHost extends HTMLElement {
  on?: (event: string, run: (change: Record<string, unknown>) => void) => void
}

export class PlotlyChart implements Engine<PlotlyData> {
  readonly #options: PlotlyOptions
  #host: PlotlyHost | null = null
  #plotly: PlotlyModule | null = null
  #data: PlotlyData | null = null
  #drawn = false
  #observer: ResizeObserver | null = null
  #leave_theme: (() => void) | null = null
  #failed: (error: unknown) => void
  /** Zoomed to with wheel or keys, and not yet told. */
  #wanted: readonly [number, number] | null = null
  /** What the x axis shows. */
  #range: readonly [number, number] | null = null
  #frame = 0
  #pause: ReturnType<typeof setTimeout> | undefined

  /** `failed` hears when the chunk cannot be loaded or Plotly cannot draw. */
  constructor(options: PlotlyOptions, failed: (error: unknown) => void) {
    this.#options = options
    this.#failed = failed
  }

  start(host: HTMLElement): void {
    this.#host = host
    if (this.#options.onRange !== undefined) {
      host.tabIndex = 0
      host.setAttribute('role', 'group')
      host.setAttribute('aria-label', 'Chart: + and - zoom, arrow keys move, 0 shows all')
      host.addEventListener('wheel', this.#wheel, { passive: false })
      host.addEventListener('keydown', this.#key)
    }
    void this.#load(host)
  }

  push(data: PlotlyData): void {
    const before = this.#data
    this.#data = data
    // The viewer has zoomed there: drawing all lines again would only hold up the next zoom.
    if (before !== null && this.#drawn && isAbout(this.#range, data.x_range) && isSameButRange(before, data)) return
    this.#draw()
  }

  stop(): void {
    this.#observer?.disconnect()
    this.#leave_theme?.()
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#pause)
    this.#host?.removeEventListener('wheel', this.#wheel)
    this.#host?.removeEventListener('keydown', this.#key)
    if (this.#host !== null && this.#plotly !== null) this.#plotly.purge(this.#host)
    this.#host?.replaceChildren()
    this.#host = null
    this.#drawn = false
  }

  async picture(): Promise<Blob | null> {
    if (this.#host === null || this.#plotly === null || !this.#drawn) return null
    const { clientWidth: width, clientHeight: height } = this.#host
    const url = await this.#plotly.toImage(this.#host, { format: 'svg', width, height, scale: 1 })
    return new Blob([decodeURIComponent(url.slice(url.indexOf(',') + 1))], { type: 'image/svg+xml' })
  }

  async #load(host: HTMLElement): Promise<void> {
    try {
      const module = (await import('plotly.js-cartesian-dist-min')) as unknown as { default: PlotlyModule }
      if (this.#host !== host) return // stopped meanwhile
      this.#plotly = module.default
      this.#observer = new ResizeObserver(() => {
        if (!this.#drawn || host.clientWidth === 0) return
        // Which texts of marks have room depends on the width.
        void this.#plotly?.Plots.resize(host)?.then(() => {
          if (this.#data?.marks !== undefined) this.#draw()
        })
      })
      this.#observer.observe(host)
      this.#leave_theme = followTheme(() => this.#draw())
      this.#draw()
    } catch (error) {
      this.#failed(error)
    }
  }

  #draw(): void {
    const host = this.#host
    const data = this.#data
    if (host === null || data === null || this.#plotly === null) return
    const tokens = readTokens(host)
    const traces = data.traces.map((trace) => traceOf(trace, host, tokens))
    // Finer rows that come while the viewer zooms on do not zoom back.
    const shown = this.#wanted === null ? data : { ...data, x_range: this.#wanted }
    this.#range = shown.x_range
    const config = {
      displaylogo: false,
      responsive: false,
      displayModeBar: false,
      scrollZoom: false,
      doubleClick: 'reset+autosize',
    }
    this.#plotly
      .react(host, traces, layoutOf(shown, host, tokens), config)
      .then(() => {
        if (this.#drawn || this.#host !== host) return
        this.#drawn = true
        host.on?.('plotly_relayout', (change) => this.#relayout(change))
      })
      .catch((error: unknown) => this.#failed(error))
  }

  readonly #wheel = (event: WheelEvent): void => {
    // The page scrolls with the plain wheel.
    if (!(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    const plot = this.#host?.querySelector('.nsewdrag')?.getBoundingClientRect()
    const at = plot === undefined || plot.width === 0 ? 0.5 : (event.clientX - plot.left) / plot.width
    this.#look(zoomedRange(this.#seen(), Math.exp(event.deltaY / 300), Math.min(1, Math.max(0, at))))
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const range = this.#seen()
    const looks: Record<string, () => readonly [number, number]> = {
      '+': () => zoomedRange(range, 1 / 1.5),
      '=': () => zoomedRange(range, 1 / 1.5),
      '-': () => zoomedRange(range, 1.5),
      '0': () => this.#extent(),
      ArrowLeft: () => movedRange(range, -0.15),
      ArrowRight: () => movedRange(range, 0.15),
    }
    const look = looks[event.key]
    if (look === undefined) return
    event.preventDefault()
    this.#look(look())
  }

  #extent(): readonly [number, number] {
    return extentOf(this.#data?.traces ?? [], this.#data?.whole ?? null)
  }

  #seen(): readonly [number, number] {
    return this.#wanted ?? this.#data?.x_range ?? this.#extent()
  }

  /** At most one drawing a frame; the page hears of the range when the viewer pauses. */
  #look(wanted: readonly [number, number]): void {
    // Plotly would work the hovered values out again with each frame, which takes longer than to draw the lines. They are
    // back when the pointer moves.
    if (this.#wanted === null) this.#host?.querySelector('.nsewdrag')?.dispatchEvent(new MouseEvent('mouseout'))
    this.#wanted = heldRange(wanted, this.#extent())
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0
        if (this.#host === null || !this.#drawn || this.#wanted === null) return
        this.#range = this.#wanted
        void this.#plotly?.relayout(this.#host, { 'xaxis.range': [...this.#wanted] })
      })
    }
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => {
      const range = this.#wanted
      this.#wanted = null
      if (range === null) return
      this.#tell(range)
    }, PAUSE_MS)
  }

  #tell(range: readonly [number, number]): void {
    const [from, to] = this.#extent()
    this.#options.onRange?.(range[0] <= from && range[1] >= to ? null : range)
  }

  #relayout(change: Record<string, unknown>): void {
    if (this.#wanted !== null) return
    const from = change['xaxis.range[0]']
    const to = change['xaxis.range[1]']
    if (typeof from === 'number' && typeof to === 'number') {
      this.#range = [from, to]
      this.#tell(this.#range)
    } else if (change['xaxis.autorange'] === true) this.#options.onRange?.(null)
  }
}

const PAUSE_MS = 180
/** An address keeps one digit after the point. */
const ROUNDED = 0.06

function isAbout(one: readonly [number, number] | null, other: readonly [number, number] | null): boolean {
  if (one === null || other === null) return false
  return Math.abs(one[0] - other[0]) < ROUNDED && Math.abs(one[1] - other[1]) < ROUNDED
}

/** Texts of marks have room by the range: a chart with marks is drawn again. */
function isSameButRange(before: PlotlyData, after: PlotlyData): boolean {
  const { traces, tracks = [], marks = [] } = after
  return (
    marks.length === 0 &&
    (before.marks ?? []).length === 0 &&
    traces.length === before.traces.length &&
    traces.every((trace, index) => trace === before.traces[index]) &&
    tracks.length === (before.tracks ?? []).length &&
    after.y_max === before.y_max &&
    after.y_title === before.y_title
  )
}

/** `factor` times as wide; what is at the share `at` stays there. */
export function zoomedRange(
  [from, to]: readonly [number, number],
  factor: number,
  at = 0.5,
): readonly [number, number] {
  const still = from + at * (to - from)
  return [still - (still - from) * factor, still + (to - still) * factor]
}

/** Moved by a share of its width. */
export function movedRange([from, to]: readonly [number, number], share: number): readonly [number, number] {
  const way = (to - from) * share
  return [from + way, to + way]
}

const NARROWEST = 1

/** Of the same width, inside the extent; at least 1 wide, never wider than the extent. */
export function heldRange([from, to]: readonly [number, number], extent: readonly [number, number]): [number, number] {
  const width = Math.min(Math.max(NARROWEST, to - from), extent[1] - extent[0])
  const start = Math.min(Math.max(from, extent[0]), extent[1] - width)
  return [start, start + width]
}

/** What the x axis has to show; `whole` if it is known beyond the traces. */
export function extentOf(
  traces: readonly PlotlyTrace[],
  whole: readonly [number, number] | null,
): readonly [number, number] {
  if (whole !== null) return whole
  const ends = traces.flatMap(({ x }) => [x[0] ?? 0, x[x.length - 1] ?? 0]).filter(Number.isFinite)
  const [from, to] = [Math.min(...ends), Math.max(...ends)]
  return ends.length > 0 && to > from ? [from, to] : [0, 1]
}

function traceOf(trace: PlotlyTrace, host: HTMLElement, tokens: Tokens): unknown {
  const colour = colourOf(trace.colour, host)
  const silent = trace.silent === true
  return {
    type: 'scatter',
    mode: trace.points === true ? 'markers' : 'lines',
    ...(trace.right === true ? { yaxis: 'y2' } : {}),
    ...(trace.track === undefined ? {} : { yaxis: `y${trackAxis(trace.track)}` }),
    ...(trace.text === undefined ? {} : { text: trace.text.map(hoverText) }),
    ...(trace.points === true ? { marker: { color: colour, size: 9, symbol: trace.symbol ?? 'diamond' } } : {}),
    ...(trace.interval === undefined ? {} : { error_y: barsOf(trace, trace.interval, colour) }),
    name: trace.name,
    x: trace.x,
    y: trace.y,
    connectgaps: false,
    showlegend: !silent && trace.unlisted !== true && trace.track === undefined,
    hoverinfo: silent ? 'skip' : undefined,
    hovertemplate: silent ? undefined : (trace.hover ?? '%{y}'),
    line: {
      color: silent ? 'rgba(0,0,0,0)' : colour,
      width: silent ? 0 : (trace.width ?? 1.6),
      ...(trace.right === true ? { dash: 'dot', shape: 'hv' } : {}),
    },
    fill: trace.fill === true ? 'tonexty' : 'none',
    fillcolor: trace.fill === true ? `${colour}24` : undefined,
    hoverlabel: {
      bgcolor: tokens.surface,
      bordercolor: colour,
      font: { color: tokens.ink, family: tokens.font, size: 12 },
    },
  }
}

/** Numbers of axes: 1 is the main chart's, 2 its right one. */
function trackAxis(track: number): number {
  return track + 2
}

const TRACK_GAP_PX = 14

/** The axes of the tracks, and the shares of the height that are the main chart's. */
function tracksOf(data: PlotlyData, axis: object, tokens: Tokens): Record<string, unknown> {
  const tracks = data.tracks ?? []
  if (tracks.length === 0) return {}
  const all = wholeHeight(data)
  const axes: Record<string, unknown> = {}
  let top = all - data.height
  for (const [index, { title, height, ticks }] of tracks.entries()) {
    const high = top - TRACK_GAP_PX
    const low = Math.max(0, high - height)
    axes[`yaxis${trackAxis(index + 1)}`] = {
      ...axis,
      title: { text: title, font: { size: 11, color: tokens.ink_3 } },
      domain: [low / all, high / all],
      fixedrange: true,
      zeroline: false,
      ...(ticks === undefined
        ? { rangemode: 'tozero', nticks: 4 }
        : {
            tickmode: 'array',
            tickvals: ticks.at,
            ticktext: ticks.text.map(plotlyText),
            range: [Math.max(0, ...ticks.at) + 0.6, -0.6],
          }),
    }
    top = low
  }
  return axes
}

function wholeHeight(data: PlotlyData): number {
  return (data.tracks ?? []).reduce((sum, { height }) => sum + height + TRACK_GAP_PX, data.height)
}

function colourOf(colour: string, host: HTMLElement): string {
  return colour.startsWith('--') ? getComputedStyle(host).getPropertyValue(colour).trim() : colour
}

/** Plotly wants the lengths of bars, not their ends. */
function barsOf({ y }: PlotlyTrace, { low, high }: NonNullable<PlotlyTrace['interval']>, colour: string): unknown {
  const value = (at: number) => y[at] ?? 0
  return {
    type: 'data',
    symmetric: false,
    array: high.map((end, at) => (end === null ? null : end - value(at))),
    arrayminus: low.map((end, at) => (end === null ? null : value(at) - end)),
    color: colour,
    thickness: 1.2,
    width: 3,
  }
}

/** Plotly reads markup in texts; this text is shown as it is. */
function plotlyText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function hoverText(text: string): string {
  return plotlyText(text).replaceAll('\n', '<br>')
}

/** About the width of a letter at the 11 px of a mark's text. */
const LETTER_PX = 6

/** Lines of marks, with their texts above the chart; a text that would overlap the text at its left is left out. */
function marksOf(data: PlotlyData, host: HTMLElement, tokens: Tokens): Record<string, unknown> {
  const marks = (data.marks ?? []).toSorted((a, b) => a.x - b.x)
  const [from, to] = data.x_range ??
    data.whole ?? [0, Math.max(0, ...data.traces.map((trace) => trace.x[trace.x.length - 1] ?? 0))]
  const per_letter = ((to - from) * LETTER_PX) / Math.max(1, host.clientWidth - 80)
  let taken = Number.NEGATIVE_INFINITY
  return {
    shapes: marks.map(({ x, colour }) => ({
      type: 'line',
      x0: x,
      x1: x,
      yref: 'paper',
      y0: 0,
      y1: 1,
      line: { color: colourOf(colour, host), width: 1.4, dash: 'dash' },
    })),
    annotations: marks.flatMap(({ x, text, colour }) => {
      const room = text.length * per_letter
      const is_left_of_line = x + room > to
      const start = is_left_of_line ? x - room : x
      if (text === '' || start < taken) return []
      taken = start + room
      return [
        {
          x,
          y: 1,
          yref: 'paper',
          yanchor: 'bottom',
          xanchor: is_left_of_line ? 'right' : 'left',
          showarrow: false,
          text: plotlyText(text),
          font: { family: tokens.font, size: 11, color: colourOf(colour, host) },
        },
      ]
    }),
  }
}

function layoutOf(data: PlotlyData, host: HTMLElement, tokens: Tokens): unknown {
  const axis = {
    color: tokens.ink_3,
    gridcolor: tokens.line,
    linecolor: tokens.line_strong,
    zeroline: false,
    tickfont: { size: 11 },
    automargin: true,
    spikecolor: tokens.ink_3,
    spikethickness: 1,
    spikedash: 'dot',
  }
  const tracks = data.tracks?.length ?? 0
  return {
    datarevision: data.revision,
    // A range that is given again wins over what the pointer has chosen; the y axis keeps the pointer's choice.
    uirevision: String(data.x_range),
    height: wholeHeight(data),
    autosize: true,
    margin: { l: 12, r: 12, t: 8, b: 8, pad: 4 },
    paper_bgcolor: 'rgba(0,0,0,0)',
    plot_bgcolor: 'rgba(0,0,0,0)',
    font: { family: tokens.font, size: 12, color: tokens.ink_2 },
    hovermode: data.nearest === true ? 'closest' : 'x unified',
    hoverlabel: { bgcolor: tokens.surface, bordercolor: tokens.line_strong, font: { color: tokens.ink, size: 12 } },
    dragmode: 'zoom',
    legend: {
      // Left alone, Plotly turns the order round where an area is filled.
      traceorder: 'normal',
      orientation: 'h',
      x: 0,
      y: 1 + ((data.marks === undefined ? 0.02 : 0.08) * data.height) / wholeHeight(data),
      yanchor: 'bottom',
      font: { size: 12, color: tokens.ink_2 },
      bgcolor: 'rgba(0,0,0,0)',
    },
    xaxis: {
      ...axis,
      title: { text: data.x_title, font: { size: 11, color: tokens.ink_3 } },
      // Points would widen an automatic range.
      range: data.x_range ?? data.whole ?? undefined,
      autorange: data.x_range === null && !data.whole,
      showspikes: true,
      ...(tracks === 0 ? {} : { anchor: `y${trackAxis(tracks)}` }),
      ...(data.ticks === undefined ? {} : { tickmode: 'array', tickvals: data.ticks.at, ticktext: data.ticks.text }),
    },
    yaxis: {
      ...axis,
      title: { text: data.y_title, font: { size: 11, color: tokens.ink_3 } },
      uirevision: 'y',
      rangemode: data.close_up === true ? 'normal' : 'tozero',
      range: data.y_max === null ? undefined : [0, data.y_max],
      autorange: data.y_max === null,
      fixedrange: false,
      ...(tracks === 0 ? {} : { domain: [1 - data.height / wholeHeight(data), 1] }),
    },
    ...tracksOf(data, axis, tokens),
    ...(data.marks === undefined ? {} : marksOf(data, host, tokens)),
    ...(data.right_title === undefined
      ? {}
      : {
          yaxis2: {
            ...axis,
            title: { text: data.right_title, font: { size: 11, color: tokens.ink_3 } },
            overlaying: 'y',
            side: 'right',
            tickmode: 'auto',
            rangemode: 'tozero',
            showgrid: false,
          },
        }),
  }
}
