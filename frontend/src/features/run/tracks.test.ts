import { describe, expect, it } from 'vitest'
import type { FrameSchema, Migration, RunDocument, RunEvent, Series } from '@/api/contracts'
import { column } from '@/testing/encode_frame'
import { sampleDocument } from '@/testing/sample_document'
import { wholeOf } from './series_plan'
import { drawTracks, migrationsOf, placedEvents, trackColumns } from './tracks'

const schema: FrameSchema = {
  schema_id: 1,
  kind: 'window',
  columns: [
    { ...column('first_step'), role: 'index' },
    { ...column('window_ns'), role: 'time' },
    { ...column('messages.update'), role: 'messages' },
    { ...column('messages.reply'), role: 'messages' },
  ],
}

/** Four windows of a second and 100 steps. */
function windows(node_index: number, updates: number): Series {
  const values = (name: string, all: (number | null)[]) => ({ name, unit: '', values: all })
  return {
    repeat: 0,
    node_index,
    frame: 'window',
    points: 4,
    total_rows: 4,
    total_steps: 400,
    thinned: false,
    columns: [
      values('first_step', [0, 100, 200, 300]),
      values('window_ns', [1e9, 1e9, 1e9, null]),
      values('messages.update', [updates, updates, 2 * updates, 0]),
      values('messages.reply', [1000, null, 1000, 0]),
    ],
  }
}

const START = Date.parse('2026-03-03T12:00:00.000Z')

function event(name: string, after_s: number, changes: Partial<RunEvent> = {}): RunEvent {
  const at = new Date(START + after_s * 1000).toISOString()
  return { sequence: 1, at, repeat: 0, node: '', name, text: '', step: null, migration: null, ...changes }
}

const move: Migration = {
  step: 120,
  entity: 7,
  from_node: 0,
  to_node: 1,
  cause: 'above_threshold',
  state_bytes: 100,
  pause_ns: 1000,
}

function runWith(changes: Partial<RunDocument>): RunDocument {
  return { ...sampleDocument(), events: [], ...changes }
}

describe('tracks under a series', () => {
  const columns = trackColumns(schema)

  it('need windows on an axis of steps', () => {
    expect(columns).toEqual({
      x: 'first_step',
      messages: ['messages.update', 'messages.reply'],
      names: 'first_step,window_ns,messages.update,messages.reply',
    })
    expect(trackColumns(null)).toBeNull()
    expect(trackColumns({ ...schema, columns: schema.columns.slice(1) })).toBeNull()
    expect(trackColumns({ ...schema, columns: schema.columns.slice(0, 1) })).toBeNull()
  })

  it('show messages of all kinds a second, by node', () => {
    const items = [windows(0, 4000), windows(1, 9000)]
    const { tracks, traces } = drawTracks(runWith({}), 0, columns!, items, items)
    expect(tracks).toHaveLength(1)
    expect(tracks[0]?.title).toMatch(/messages\/s$/)
    expect(traces.map(({ name, colour, track }) => [name, colour, track])).toEqual([
      ['lyra', '--node-1', 1],
      ['cygnus', '--node-2', 1],
    ])
    const [first, second] = traces.map(({ y }) => Array.from(y))
    expect(first?.[3]).toBeNull()
    expect((second?.[0] ?? 0) / (first?.[0] ?? 1)).toBeCloseTo(2)
    expect((first?.[2] ?? 0) / (first?.[1] ?? 1)).toBeCloseTo(9000 / 4000)
  })

  it('leave out what a run does not have', () => {
    const quiet = { ...windows(0, 0), columns: windows(0, 0).columns.slice(0, 2) }
    expect(drawTracks(runWith({}), 0, columns!, [quiet], [quiet])).toEqual({ tracks: [], traces: [] })
  })

  it('mark migrations by the nodes they left and went to, with the cause', () => {
    const sample = sampleDocument()
    const repeats = sample.repeats.map((one) => ({ ...one, migrations: one.repeat === 0 ? [move] : [] }))
    const { tracks, traces } = drawTracks(runWith({ repeats }), 0, columns!, [], [])
    expect(tracks.map(({ title, ticks }) => [title, ticks?.text])).toEqual([['migrations', ['lyra', 'cygnus']]])
    expect(traces[0]).toMatchObject({ colour: '--node-2', x: [120], y: [0], track: 1 })
    expect(traces[0]?.text).toEqual(['entity 7 from lyra: above the threshold'])
    expect(migrationsOf(runWith({ repeats }), 1)).toEqual([])
    const told = event('migration', 1, { step: '120', migration: move })
    expect(migrationsOf(runWith({ events: [told] }), 0)).toEqual([move])
  })

  it('place events by their step, or by the clock of the first node', () => {
    const events = [
      event('state.preparing', -20),
      event('console.restarted', 1.5, { text: 'was away' }),
      event('node.lost', 2.25, { node: 'cygnus' }),
      event('slow_start', 0, { step: '17' }),
      event('state.collecting', 4),
      event('migration', 1, { migration: move }),
      event('state.running', 1, { repeat: 1 }),
      event('state.queued', 1, { repeat: null }),
    ]
    const annotations = [{ id: 'a', at: events[0]!.at, author: 'mia', repeat: 0, step: 42, text: 'here' }]
    const whole = windows(0, 1)
    whole.columns[1]!.values[3] = 1e9
    const placed = placedEvents(runWith({ events, annotations }), 0, whole, 'first_step')
    expect(placed.map(({ step, text, bad }) => [step, text, bad])).toEqual([
      [0, 'preparing', false],
      [150, 'console restarted: was away', false],
      [225, 'node lost', true],
      [17, 'slow start', false],
      [400, 'collecting', false],
      [42, 'note: here', false],
    ])
    expect(placedEvents(runWith({ events }), 0, undefined, 'first_step').map(({ step }) => step)).toEqual([17])
  })
})

it('the whole axis reaches to the last step', () => {
  expect(wholeOf([windows(0, 1)], 'first_step')).toEqual([0, 400])
  expect(wholeOf([], 'first_step')).toBeNull()
  expect(wholeOf([windows(0, 1)], null)).toBeNull()
})
