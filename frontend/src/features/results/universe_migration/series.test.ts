import { describe, expect, it } from 'vitest'
import type { Migration, RunDocument, Series } from '@/api/contracts'
import { inWords, migrationTraces, shownRepeat } from './series'

const run = {
  nodes: [
    { index: 0, name: 'ada', colour: 1 },
    { index: 1, name: 'bob', colour: 2 },
  ],
} as unknown as RunDocument

const migration: Migration = {
  step: 2,
  entity: 17,
  from_node: 1,
  to_node: 0,
  cause: 'above_threshold',
  state_bytes: 1024,
  pause_ns: 42_000,
}

function series(node_index: number, workload: number[], entities: number[]): Series {
  return {
    repeat: 0,
    node_index,
    frame: 'samples',
    points: workload.length,
    total_rows: workload.length,
    total_steps: workload.length,
    thinned: false,
    columns: [
      { name: 'step', values: workload.map((_, step) => step) },
      { name: 'workload', values: workload },
      { name: 'entities', values: entities },
    ] as Series['columns'],
  }
}

describe('the chart of a migration run', () => {
  const items = [series(0, [1e6, 2e6, 3e6], [3, 3, 4]), series(1, [5e6, 7e6, 4e6], [3, 3, 2])]

  it('draws workload on the left, entities on the right, and marks a migration where its node gave it away', () => {
    const traces = migrationTraces(run, items, [migration], 6)
    expect(traces.map((trace) => trace.name)).toEqual([
      'ada, workload',
      'ada, entities',
      'bob, workload',
      'bob, entities',
      'leaves bob',
      'threshold',
    ])
    expect(traces[2]?.y).toEqual([5, 7, 4])
    expect(traces[3]?.right).toBe(true)
    // The load that made it go is that of the step before.
    expect(traces[4]).toMatchObject({ x: [2], y: [7], colour: '--node-2', points: true })
    expect(traces[5]).toMatchObject({ x: [0, 2], y: [6, 6] })
  })

  it('has no threshold where none was asked for, and draws nothing of nothing', () => {
    expect(migrationTraces(run, items, [], null).some((trace) => trace.name === 'threshold')).toBe(false)
    expect(migrationTraces(run, [], [], 6)).toEqual([])
  })

  it('says what a migration was', () => {
    expect(inWords(run, migration)).toMatch(/entity 17 to ada: above the threshold, .*pause 42/)
  })
})

describe('a migration run without a result', () => {
  const event = (repeat: number, entity: number) => ({ repeat, migration: { ...migration, entity } })
  const stopped = (repeats: unknown[]) =>
    ({ ...run, repeats, events: [event(0, 1), event(1, 2), { repeat: 1, migration: null }] }) as unknown as RunDocument

  it('shows the migrations of its last repeat by its events', () => {
    const cancelled = stopped([{ repeat: 0, nodes: [], migrations: [] }])
    expect(shownRepeat(cancelled)).toEqual({ repeat: 1, migrations: [{ ...migration, entity: 2 }] })
    expect(shownRepeat({ ...cancelled, events: [] })).toEqual({ repeat: null, migrations: [] })
  })

  it('shows the last result where there is one', () => {
    const half = stopped([
      { repeat: 0, nodes: [{}], migrations: [migration] },
      { repeat: 1, nodes: [], migrations: [] },
    ])
    expect(shownRepeat(half)).toEqual({ repeat: 0, migrations: [migration] })
  })
})
