/** Tracks under a series over the run, on its axis of steps: messages, migrations, events. Pure. */
import type { FrameSchema, Migration, RunDocument, RunEvent, Series } from '@/api/contracts'
import { commonScale } from '@/lib/format/unit'
import { termLabel } from '@/lib/terms'
import type { PlotlyTrace, PlotlyTrack } from '@/viz/plotly'

const LENGTH = 'window_ns'

/** The columns of windows that tracks are made from; null if windows do not lie on an axis of steps. */
export function trackColumns(schema: FrameSchema | null): { x: string; messages: string[]; names: string } | null {
  const x = schema?.columns.find(({ role }) => role === 'index')?.name
  if (schema === null || x === undefined || !schema.columns.some(({ name }) => name === LENGTH)) return null
  const messages = schema.columns.filter(({ role }) => role === 'messages').map(({ name }) => name)
  return { x, messages, names: [x, LENGTH, ...messages].join(',') }
}

export interface DrawnTracks {
  readonly tracks: readonly PlotlyTrack[]
  /** Each says which track it is in, from 1. */
  readonly traces: readonly PlotlyTrace[]
}

/** `windows`: the repeat's, of the part that is seen. `whole`: the same over the whole repeat. */
export function drawTracks(
  run: RunDocument,
  repeat: number,
  columns: { x: string; messages: readonly string[] },
  windows: readonly Series[],
  whole: readonly Series[],
): DrawnTracks {
  const tracks: PlotlyTrack[] = []
  const traces: PlotlyTrace[] = []
  const add = (track: PlotlyTrack, drawn: readonly PlotlyTrace[]) => {
    if (drawn.length === 0) return
    tracks.push(track)
    traces.push(...drawn.map((trace) => ({ ...trace, track: tracks.length })))
  }
  const messages = messageTraces(run, windows, columns)
  add({ title: messages.unit, height: 90 }, messages.traces)
  const lanes = { at: run.nodes.map(({ index }) => index), text: run.nodes.map(({ name }) => name) }
  add(
    { title: 'migrations', height: Math.min(240, 30 + 16 * run.nodes.length), ticks: lanes },
    migrationTraces(run, repeat),
  )
  const first = whole.find(({ node_index }) => node_index === 0)
  add({ title: 'events', height: 46, ticks: { at: [0], text: [''] } }, eventTraces(run, repeat, first, columns.x))
  return { tracks, traces }
}

const valuesOf = (series: Series, name: string) => series.columns.find((one) => one.name === name)?.values ?? []

/** Messages of all kinds a second, by node. */
function messageTraces(
  run: RunDocument,
  windows: readonly Series[],
  { x, messages }: { x: string; messages: readonly string[] },
): { traces: PlotlyTrace[]; unit: string } {
  const rates = windows.map((series) => {
    const counts = messages.map((name) => valuesOf(series, name))
    return valuesOf(series, LENGTH).map((length, row) =>
      length === null || length <= 0
        ? null
        : (counts.reduce((sum, values) => sum + (values[row] ?? 0), 0) * 1e9) / length,
    )
  })
  const scale = commonScale(
    'count/s',
    rates.map((values) => Math.max(0, ...values.map((value) => value ?? 0))),
  )
  const unit = scale.unit.replace('count/s', 'messages/s')
  const traces = windows.flatMap((series, index): PlotlyTrace[] => {
    const values = rates[index] ?? []
    if (messages.length === 0 || !values.some((value) => value !== null && value > 0)) return []
    const { name, colour } = nodeOf(run, series.node_index)
    return [
      {
        name,
        colour,
        x: valuesOf(series, x).map((value) => value ?? Number.NaN),
        y: values.map((value) => (value === null ? null : value * scale.factor)),
        hover: `%{y:.4~g} ${unit}`,
      },
    ]
  })
  return { traces, unit }
}

function nodeOf(run: RunDocument, index: number): { name: string; colour: string } {
  const node = run.nodes.find((one) => one.index === index)
  return { name: node?.name ?? `node ${index}`, colour: `--node-${node?.colour ?? 8}` }
}

/** Migrations of a repeat; of one that did not end, those that its events tell. */
export function migrationsOf(run: RunDocument, repeat: number): readonly Migration[] {
  const told = run.repeats.find((one) => one.repeat === repeat)?.migrations ?? []
  if (told.length > 0) return told
  return run.events.flatMap((event) => (event.repeat === repeat && event.migration ? [event.migration] : []))
}

/** A mark in the lane of the node that the entity left, in the colour of the node that took it. */
function migrationTraces(run: RunDocument, repeat: number): PlotlyTrace[] {
  const moves = migrationsOf(run, repeat)
  return run.nodes.flatMap(({ index }): PlotlyTrace[] => {
    const here = moves.filter(({ to_node }) => to_node === index)
    const { name, colour } = nodeOf(run, index)
    if (here.length === 0) return []
    return [
      {
        name: `to ${name}`,
        colour,
        x: here.map(({ step }) => step),
        y: here.map(({ from_node }) => from_node),
        points: true,
        symbol: 'circle',
        unlisted: true,
        text: here.map(
          ({ entity, from_node, cause }) => `entity ${entity} from ${nodeOf(run, from_node).name}: ${termLabel(cause)}`,
        ),
        hover: '%{text}',
      },
    ]
  })
}

export interface PlacedEvent {
  readonly step: number
  readonly node: string
  readonly text: string
  readonly bad: boolean
}

/** State changes, failures, worker's events and notes of a repeat, each at a step. */
export function placedEvents(run: RunDocument, repeat: number, windows: Series | undefined, x: string): PlacedEvent[] {
  const clock = windows === undefined ? null : stepClock(run, repeat, windows, x)
  const events = run.events.flatMap((event): PlacedEvent[] => {
    if (event.repeat !== repeat || event.migration) return []
    const step = event.step === null ? clock?.(Date.parse(event.at)) : Number(event.step)
    if (step === undefined || !Number.isFinite(step)) return []
    return [{ step, node: event.node, text: eventText(event), bad: isBad(event) }]
  })
  const notes = run.annotations.flatMap((note): PlacedEvent[] =>
    note.repeat === repeat && note.step !== null
      ? [{ step: note.step, node: '', text: `note: ${note.text.slice(0, 80)}`, bad: false }]
      : [],
  )
  return [...events, ...notes]
}

function eventText({ name, text }: RunEvent): string {
  const words = name.replace(/^state\./, '').replaceAll(/[_.]/g, ' ')
  return text === '' ? words : `${words}: ${text.slice(0, 80)}`
}

function isBad({ name }: RunEvent): boolean {
  return name === 'failure' || name === 'state.failed' || name.includes('lost')
}

/**
 * Steps by the time of day, from the first node's windows. Their end is the repeat's state `collecting`; without it, their
 * beginning is the state `running`. Null if the repeat has neither. Times outside the measured part are at its edges.
 */
function stepClock(run: RunDocument, repeat: number, windows: Series, x: string): ((at_ms: number) => number) | null {
  const firsts = valuesOf(windows, x)
  const rows_a_point = windows.points === 0 ? 1 : windows.total_rows / windows.points
  const ends: number[] = []
  let total_ms = 0
  for (const length of valuesOf(windows, LENGTH)) {
    total_ms += ((length ?? 0) * rows_a_point) / 1e6
    ends.push(total_ms)
  }
  const timeOf = (name: string) => {
    const event = run.events.findLast((one) => one.repeat === repeat && one.name === name)
    return event === undefined ? null : Date.parse(event.at)
  }
  const [end, begin] = [timeOf('state.collecting'), timeOf('state.running')]
  const start = end === null ? begin : end - total_ms
  if (start === null || ends.length === 0) return null
  return (at_ms) => {
    const since = at_ms - start
    const row = ends.findIndex((one) => one > since)
    if (row < 0) return windows.total_steps ?? firsts.at(-1) ?? 0
    const [from, to] = [firsts[row] ?? 0, firsts[row + 1] ?? windows.total_steps ?? firsts[row] ?? 0]
    const before = ends[row - 1] ?? 0
    const length = (ends[row] ?? 0) - before
    return from + (to - from) * (length > 0 ? Math.max(0, since - before) / length : 0)
  }
}

function eventTraces(run: RunDocument, repeat: number, windows: Series | undefined, x: string): PlotlyTrace[] {
  const placed = placedEvents(run, repeat, windows, x)
  const colourOf = ({ node, bad }: PlacedEvent) => {
    const known = run.nodes.find(({ name }) => name === node)
    return bad ? '--bad' : known === undefined ? '--ink-2' : `--node-${known.colour}`
  }
  return [...new Set(placed.map(colourOf))].map((colour) => {
    const here = placed.filter((one) => colourOf(one) === colour)
    return {
      name: 'events',
      colour,
      x: here.map(({ step }) => step),
      y: here.map(() => 0),
      points: true,
      unlisted: true,
      text: here.map(({ node, text }) => (node === '' ? text : `${node}: ${text}`)),
      hover: '%{text}',
    }
  })
}
