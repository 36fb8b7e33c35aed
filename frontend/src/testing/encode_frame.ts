import {
  column_type_bytes,
  columnBytes,
  stream_record_header_bytes,
  telemetry_header_bytes,
  writeStreamRecordHeader,
  writeTelemetryHeader,
} from '@/api/binary_records'
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

/** `columns` in schema order, all of the same length. */
export function encodeFrame(
  schema: FrameSchema,
  columns: readonly (readonly number[])[],
  parts: FrameParts = {},
): Uint8Array<ArrayBuffer> {
  const rows = columns[0]?.length ?? 0
  const sizes = schema.columns.map((column) => columnBytes(column.type, rows))
  const body = sizes.reduce((sum, size) => sum + size, 0)
  const bytes = new Uint8Array(telemetry_header_bytes + body)
  const view = new DataView(bytes.buffer)
  writeTelemetryHeader(view, {
    schema_id: schema.schema_id,
    kind: parts.kind ?? 1,
    node_index: parts.node_index ?? 0,
    repeat: parts.repeat ?? 0,
    rows,
    sequence: parts.sequence ?? 1,
    done: parts.done ?? 0,
    time_ns: parts.time_ns ?? 0,
    body_bytes: body,
    dropped: parts.dropped ?? 0,
  })
  let offset = telemetry_header_bytes
  for (const [index, column] of schema.columns.entries()) {
    for (const [row, value] of (columns[index] ?? []).entries()) {
      const at = offset + row * column_type_bytes[column.type]
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
  const bytes = new Uint8Array(stream_record_header_bytes + frame.byteLength)
  writeStreamRecordHeader(new DataView(bytes.buffer), { channel, frame_bytes: frame.byteLength, sequence })
  bytes.set(frame, stream_record_header_bytes)
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
