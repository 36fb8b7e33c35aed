import { describe, expect, it } from 'vitest'
import type { Column, FrameSchema } from '@/api/contracts'
import { WindowRing } from '@/lib/stream'
import { addMessages, busyNs, imbalance, readNode, stripColumns } from './readings'

function column(name: string, role: Column['role'], series: string, unit = 'ns'): Column {
  return { name, title: name, type: 'f64', unit, role, series }
}

const schema: FrameSchema = {
  schema_id: 1,
  kind: 'window',
  columns: [
    column('window_ns', 'time', 'window_ns'),
    column('steps', 'counter', 'steps', 'count'),
    column('step_time.p50', 'duration', 'step_time'),
    column('step_time.p99', 'duration', 'step_time'),
    column('activity.update', 'activity', 'update'),
    column('activity.wait', 'activity', 'wait'),
    column('messages.state', 'messages', 'state', 'count'),
    column('bytes.state', 'bytes', 'state', 'B'),
    column('cpu_share', 'gauge', 'cpu_share', 'cores'),
    column('entities', 'gauge', 'entities', 'count'),
    column('minor_faults', 'counter', 'minor_faults', 'count'),
  ],
}

/** Windows of 0.1 s; `of` says what each holds, in the order of the columns behind `window_ns`. */
function ring(count: number, of: (at: number) => readonly number[], columns = schema): WindowRing {
  const made = new WindowRing(columns, 600)
  for (let at = 0; at < count; at += 1) {
    const header = {
      schema_id: 1,
      kind: 'window' as const,
      node_index: 0,
      repeat: 0,
      rows: 1,
      sequence: at + 1,
      done: (at + 1) * 10,
      time_ns: (at + 1) * 1e8,
      dropped: 0,
    }
    made.push(
      header,
      [1e8, ...of(at)].map((value) => Float64Array.of(value)),
    )
  }
  return made
}

describe('readings', () => {
  it('of paths are rates of the last second, and totals', () => {
    const told: FrameSchema = {
      ...schema,
      columns: [
        column('window_ns', 'time', 'window_ns'),
        column('path.channels.sent', 'path', 'path.channels', 'count'),
        column('path.channels.received', 'path', 'path.channels', 'count'),
        column('path.best_effort.sent', 'path', 'path.best_effort', 'count'),
        column('path.best_effort.received', 'path', 'path.best_effort', 'count'),
        column('path.best_effort.lost', 'path', 'path.best_effort', 'count'),
      ],
    }
    const made = ring(30, (at) => [at * 10, 5, at < 20 ? 0 : 1_000 * (at - 19), 0, at], told)
    const [channels, best_effort] = readNode(made).paths
    expect(channels).toMatchObject({ path: 'channels', received_per_s: 0 })
    expect(channels?.sent_per_s).toBeCloseTo(100)
    expect(channels?.totals.get('lost')).toBeUndefined()
    expect(best_effort?.sent_per_s).toBeCloseTo(10_000)
    expect(best_effort?.totals.get('lost')).toBe(29)
    expect(readNode(ring(1, () => [10, 5, 3, 0, 1], told)).paths[0]?.sent_per_s).toBeNaN()
  })

  it('are of the last second', () => {
    const reading = readNode(
      ring(50, (at) => [at < 40 ? 1 : 10, at < 40 ? 9e9 : 400, 900, 300, 100, 400, 9_600, 0.5, 20, 7]),
    )
    expect(reading.step_typical).toBe(400)
    expect(reading.step_slow).toBe(900)
    expect(reading.steps_per_s).toBeCloseTo(100)
    expect(reading.messages[0]).toMatchObject({ kind: 'state', per_s: 4_000, bytes_per_s: 96_000, per_step: 40 })
    expect(reading.entities).toBe(20)
    expect(reading.cores_used).toBe(0.5)
    expect(reading.counts).toEqual([
      { name: 'minor_faults', title: 'minor_faults', per_s: expect.closeTo(70) as number },
    ])
  })

  it('weigh activities by the steps of each window', () => {
    const reading = readNode(ring(2, (at) => [at === 0 ? 30 : 10, 1, 1, at === 0 ? 100 : 500, 0, 0, 0, 0, 0]))
    expect(reading.activities[0]).toMatchObject({ name: 'update', ns: 200 })
  })

  it('are NaN before the first window and without columns', () => {
    const empty = readNode(ring(0, () => []))
    expect(empty.steps_per_s).toBeNaN()
    expect(empty.step_typical).toBeNaN()
    expect(empty.entities).toBeNaN()
    const bare = readNode(new WindowRing({ schema_id: 2, kind: 'window', columns: [column('x', 'gauge', 'x')] }, 4))
    expect(bare.activities).toEqual([])
  })

  it('find the busiest node, not counting waiting and idling', () => {
    const busy = readNode(ring(3, () => [10, 1, 1, 300, 0, 40, 960, 0, 0]))
    const waits = readNode(ring(3, () => [10, 1, 1, 100, 200, 40, 960, 0, 0]))
    expect(busyNs(waits)).toBe(100)
    expect(imbalance([busy, waits])).toBe(1.5)
    expect(imbalance([busy])).toBeNaN()
    expect(addMessages([busy, waits])[0]).toMatchObject({ per_s: 800, per_step: 8 })
  })

  it('choose the strip of any workload by what its columns are for', () => {
    expect(stripColumns(schema)).toMatchObject({ typical: 'step_time.p50', slow: 'step_time.p99' })
    const other: FrameSchema = { ...schema, columns: [column('cycle', 'duration', 'cycle')] }
    expect(stripColumns(other)).toMatchObject({ typical: 'cycle', slow: null })
    expect(stripColumns({ ...schema, columns: [column('x', 'gauge', 'x')] })).toBeNull()
  })
})
