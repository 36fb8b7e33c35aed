/**
 * Decodes telemetry frames (docs/formats/telemetry.md) and the binary messages of the live stream that carry them
 * (docs/formats/live-stream.md).
 *
 * Errors are values: bytes come from the network, and no byte sequence may throw or make the page allocate more than
 * a small multiple of the bytes received. 64-bit integers become numbers, exact up to 2^53.
 */
import {
  columnBytes,
  frame_kinds,
  max_frame_bytes,
  readStreamRecordHeader,
  readTelemetryHeader,
  stream_record_header_bytes,
  telemetry_header_bytes,
  type TelemetryHeader,
} from '@/api/binary_records'
import type { Column, FrameKind, FrameSchema } from '@/api/contracts'

export interface FrameHeader extends Omit<TelemetryHeader, 'kind' | 'body_bytes'> {
  readonly kind: FrameKind
}

/** A frame whose body is not decoded yet: that needs its schema. */
export interface RawFrame {
  readonly header: FrameHeader
  readonly body: DataView
}

export interface BinaryMessage {
  /** Names the topic, by `subscribed.channel`. */
  readonly channel: number
  readonly sequence: number
  readonly frame: RawFrame
}

export type Decoded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }

function refuse(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason }
}

/**
 * One binary WebSocket message: one or more times a stream header, then a frame. The frames' bodies are views, not
 * copies. Something unreadable in it refuses all of it.
 */
export function decodeBinaryMessage(buffer: ArrayBuffer): Decoded<BinaryMessage[]> {
  const messages: BinaryMessage[] = []
  let offset = 0
  do {
    const left = buffer.byteLength - offset
    const place = readStreamRecordHeader(new DataView(buffer, offset))
    if (typeof place === 'string') return refuse(place)
    const { channel, sequence, frame_bytes } = place
    if (frame_bytes > left - stream_record_header_bytes) {
      return refuse(`message says ${frame_bytes} bytes of frame and has ${left - stream_record_header_bytes}`)
    }
    const frame = decodeFrame(new DataView(buffer, offset + stream_record_header_bytes, frame_bytes))
    if (!frame.ok) return frame
    messages.push({ channel, sequence, frame: frame.value })
    offset += stream_record_header_bytes + frame_bytes
  } while (offset < buffer.byteLength)
  return { ok: true, value: messages }
}

/** A frame's header, with its body as a view that is exactly as long as the header says. */
export function decodeFrame(view: DataView): Decoded<RawFrame> {
  if (view.byteLength > max_frame_bytes) return refuse(`frame of ${view.byteLength} bytes is over the limit`)
  const read = readTelemetryHeader(view)
  if (typeof read === 'string') return refuse(read)
  const { kind: number, body_bytes, ...header } = read
  const kind = frame_kinds[number]
  if (kind === undefined) return refuse(`frame kind ${number} is unknown`)
  if (header.rows === 0) return refuse('frame without rows')
  const following = view.byteLength - telemetry_header_bytes
  if (body_bytes !== following) return refuse(`frame says ${body_bytes} bytes of body and has ${following}`)
  const body = new DataView(view.buffer, view.byteOffset + telemetry_header_bytes, body_bytes)
  return { ok: true, value: { header: { ...header, kind }, body } }
}

/** A frame's columns, in the schema's order. Allocates at most twice the body's bytes. */
export function decodeColumns(frame: RawFrame, schema: FrameSchema): Decoded<Float64Array[]> {
  const { header, body } = frame
  if (schema.schema_id !== header.schema_id) {
    return refuse(`frame follows schema ${header.schema_id}, not ${schema.schema_id}`)
  }
  let expected = 0
  for (const column of schema.columns) expected += columnBytes(column.type, header.rows)
  if (expected !== body.byteLength) {
    return refuse(
      `schema ${schema.schema_id} needs ${expected} bytes for ${header.rows} rows, body has ${body.byteLength}`,
    )
  }
  let offset = 0
  const columns = schema.columns.map((column) => {
    const values = readColumn(body, offset, column.type, header.rows)
    offset += columnBytes(column.type, header.rows)
    return values
  })
  return { ok: true, value: columns }
}

function readColumn(body: DataView, offset: number, type: Column['type'], rows: number): Float64Array {
  const values = new Float64Array(rows)
  for (let row = 0; row < rows; row += 1) {
    switch (type) {
      case 'u32':
        values[row] = body.getUint32(offset + row * 4, true)
        break
      case 'f32':
        values[row] = body.getFloat32(offset + row * 4, true)
        break
      case 'u64':
        values[row] = Number(body.getBigUint64(offset + row * 8, true))
        break
      case 'f64':
        values[row] = body.getFloat64(offset + row * 8, true)
        break
    }
  }
  return values
}
