import type { FrameSchema } from '@/api/contracts'

/** What a worker writes (docs/formats/telemetry.md), for tests. */
export interface FrameParts {
  kind?: number
  node_index?: number
  repeat?: number
  sequence?: number
  done?: number
  time_ns?: number
  dropped?: number
}

const BYTES = { u32: 4, u64: 8, f32: 4, f64: 8 } as const

/** `columns` in schema order, all of the same length. */
export function encodeFrame(
  schema: FrameSchema,
  columns: readonly (readonly number[])[],
  parts: FrameParts = {},
): Uint8Array<ArrayBuffer> {
  const rows = columns[0]?.length ?? 0
  const sizes = schema.columns.map((column) => Math.ceil((BYTES[column.type] * rows) / 8) * 8)
  const body = sizes.reduce((sum, size) => sum + size, 0)
  const bytes = new Uint8Array(64 + body)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x4d54524f, true)
  view.setUint16(4, 1, true)
  view.setUint16(6, schema.schema_id, true)
  view.setUint32(8, parts.kind ?? 1, true)
  view.setUint32(12, parts.node_index ?? 0, true)
  view.setUint32(16, parts.repeat ?? 0, true)
  view.setUint32(20, rows, true)
  view.setBigUint64(24, BigInt(parts.sequence ?? 1), true)
  view.setBigUint64(32, BigInt(parts.done ?? 0), true)
  view.setBigUint64(40, BigInt(parts.time_ns ?? 0), true)
  view.setUint32(48, body, true)
  view.setUint32(52, parts.dropped ?? 0, true)
  let offset = 64
  for (const [index, column] of schema.columns.entries()) {
    for (const [row, value] of (columns[index] ?? []).entries()) {
      const at = offset + row * BYTES[column.type]
      if (column.type === 'u32') view.setUint32(at, value, true)
      else if (column.type === 'f32') view.setFloat32(at, value, true)
      else if (column.type === 'u64') view.setBigUint64(at, BigInt(value), true)
      else view.setFloat64(at, value, true)
    }
    offset += sizes[index] ?? 0
  }
  return bytes
}

/** As the console sends it to a viewer (docs/formats/live-stream.md). */
export function encodeBinaryMessage(channel: number, sequence: number, frame: Uint8Array): ArrayBuffer {
  const bytes = new Uint8Array(16 + frame.byteLength)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, channel, true)
  view.setUint16(2, 2, true)
  view.setUint32(4, frame.byteLength, true)
  view.setBigUint64(8, BigInt(sequence), true)
  bytes.set(frame, 16)
  return bytes.buffer
}

export function column(
  name: string,
  type: FrameSchema['columns'][number]['type'] = 'f64',
): FrameSchema['columns'][number] {
  return { name, title: name, type, unit: 'ns', role: 'duration', series: name.split('.')[0] ?? name }
}

export const window_schema: FrameSchema = {
  schema_id: 1,
  kind: 'window',
  columns: [column('step_time.mean'), column('steps', 'u32')],
}
