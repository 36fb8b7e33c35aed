import { describe, expect, it } from 'vitest'
import { encodeFrame, window_schema, type FrameParts } from '@/testing/encode_frame'
import { decodeFrame, type RawFrame } from './frame'
import { RunWindows } from './run_windows'

function frame(parts: FrameParts, value = 1): RawFrame {
  const decoded = decodeFrame(new DataView(encodeFrame(window_schema, [[value], [3]], parts).buffer))
  if (!decoded.ok) throw new Error(decoded.reason)
  return decoded.value
}

describe('the live windows of a run', () => {
  it('keep a ring for each node', () => {
    const windows = new RunWindows()
    windows.addSchema(window_schema)
    windows.push(frame({ node_index: 0, sequence: 1 }, 10))
    windows.push(frame({ node_index: 1, sequence: 1 }, 20))
    windows.push(frame({ node_index: 1, sequence: 2 }, 21))
    expect([...(windows.nodes.get(0)?.column('step_time.mean') ?? [])]).toEqual([10])
    expect([...(windows.nodes.get(1)?.column('step_time.mean') ?? [])]).toEqual([20, 21])
  })

  it('wait for a schema that comes after its first frames', () => {
    const windows = new RunWindows()
    windows.push(frame({ sequence: 1 }))
    expect(windows.nodes.size).toBe(0)
    windows.addSchema(window_schema)
    expect(windows.nodes.get(0)?.length).toBe(1)
    expect(windows.refused).toBe(0)
  })

  it('start again with a new repeat and leave out frames of an older one', () => {
    const windows = new RunWindows()
    windows.addSchema(window_schema)
    windows.push(frame({ repeat: 0, sequence: 8 }))
    windows.push(frame({ repeat: 1, sequence: 1 }))
    windows.push(frame({ repeat: 0, sequence: 9 }))
    expect(windows.repeat).toBe(1)
    expect(windows.nodes.get(0)?.length).toBe(1)
  })

  it('hold no more than the last minute', () => {
    const windows = new RunWindows()
    windows.interval_ms = 1_000
    windows.addSchema(window_schema)
    for (let sequence = 1; sequence <= 500; sequence += 1) windows.push(frame({ sequence }))
    expect(windows.nodes.get(0)?.length).toBe(60)
  })

  it('count what they refuse: bounded early frames, node numbers out of range, bodies that do not fit', () => {
    const windows = new RunWindows()
    for (let sequence = 1; sequence <= 300; sequence += 1) windows.push(frame({ sequence }))
    expect(windows.refused).toBe(300 - 256)
    windows.addSchema({ ...window_schema, columns: window_schema.columns.slice(0, 1) })
    expect(windows.refused).toBe(300)
    windows.addSchema(window_schema)
    windows.push(frame({ node_index: 64 }))
    expect(windows.refused).toBe(301)
    expect(windows.last_refusal).toContain('64')
    expect(windows.nodes.size).toBe(0)
  })
})
