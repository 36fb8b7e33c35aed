import { expect, test } from 'vitest'
import type { FrameSchema } from '@/api/contracts'
import { encodeFrame } from '@/testing/encode_frame'
import { decodeFrame, type RawFrame } from './frame'
import { RunEntities } from './run_entities'

const SCHEMA: FrameSchema = {
  schema_id: 3,
  kind: 'entities',
  columns: [
    { name: 'entity', title: 'Entity', type: 'u32', unit: 'count', role: 'index', series: 'entity' },
    { name: 'x', title: 'To the right', type: 'f32', unit: 'share', role: 'position', series: 'position' },
    { name: 'y', title: 'Down', type: 'f32', unit: 'share', role: 'position', series: 'position' },
  ],
}

function entitiesFrame(node: number, repeat: number, rows: readonly (readonly [number, number, number])[]): RawFrame {
  const columns = ([0, 1, 2] as const).map((at) => rows.map((row) => row[at]))
  const bytes = encodeFrame(SCHEMA, columns, { kind: 3, node_index: node, repeat })
  const frame = decodeFrame(new DataView(bytes.buffer))
  if (!frame.ok) throw new Error(frame.reason)
  return frame.value
}

test('the newest moment of each node is kept, of the newest repeat', () => {
  const entities = new RunEntities()
  entities.push(entitiesFrame(0, 0, [[1, 0.5, 0.25]]))
  expect(entities.refused).toBe(1)
  entities.addSchema(SCHEMA)
  entities.push(
    entitiesFrame(0, 0, [
      [0, 0.5, 0.25],
      [10, 0.75, 0.125],
      [20, 0, 0],
    ]),
  )
  entities.push(entitiesFrame(1, 0, [[30, 0.5, 0.5]]))
  entities.push(entitiesFrame(1, 0, [[30, 0.25, 0.5]]))
  expect([...entities.nodes.keys()]).toEqual([0, 1])
  expect([...(entities.nodes.get(0)?.ids ?? [])]).toEqual([0, 10, 20])
  expect(entities.nodes.get(0)?.y[1]).toBe(0.125)
  expect(entities.nodes.get(1)?.x[0]).toBe(0.25)
  entities.push(entitiesFrame(1, 2, [[30, 0.5, 0.5]]))
  expect([...entities.nodes.keys()]).toEqual([1])
  entities.push(entitiesFrame(0, 1, [[0, 0.5, 0.5]]))
  expect([...entities.nodes.keys()], 'of an older repeat').toEqual([1])
  entities.push(entitiesFrame(64, 2, [[0, 0.5, 0.5]]))
  expect(entities.refused).toBe(2)
})
