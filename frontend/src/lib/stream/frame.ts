/**
 * Decodes telemetry frames (docs/formats/telemetry.md) and the binary messages of the live stream that carry them
 * (docs/formats/live-stream.md).
 *
 * Errors are values: bytes come from the network, and no byte sequence may throw or make the page allocate more than
 * a small multiple of the bytes received. 64-bit integers become numbers, exact up to 2^53.
 */
import type { Column, FrameSchema } from '@/api/contracts'

export interface FrameHeader {
  readonly schema_id: number
  readonly kind: 'window' | 'samples' | 'entities'
  readonly node_index: number
  readonly repeat: number
  readonly rows: number
  readonly sequence: number
  /** Steps done of the measured part. */
  readonly done: number
  /** Since the measured part began. */
  readonly time_ns: number
  readonly dropped: number
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

const MESSAGE_VERSION = 2
const MESSAGE_HEADER_BYTES = 16
const FRAME_MAGIC = 0x4d54524f
const FRAME_VERSION = 1
const FRAME_HEADER_BYTES = 64
const FRAME_BYTES_MAX = 1 << 20
const KINDS: Record<number, FrameHeader['kind']> = { 1: 'window', 2: 'samples', 3: 'entities' }
const TYPE_BYTES: Record<Column['type'], number> = { u32: 4, u64: 8, f32: 4, f64: 8 }

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
    if (left < MESSAGE_HEADER_BYTES) return refuse(`message of ${left} bytes has no header`)
    const view = new DataView(buffer, offset)
    const version = view.getUint16(2, true)
    if (version !== MESSAGE_VERSION) return refuse(`message version ${version}, known is ${MESSAGE_VERSION}`)
    const frame_bytes = view.getUint32(4, true)
    if (frame_bytes > left - MESSAGE_HEADER_BYTES) {
      return refuse(`message says ${frame_bytes} bytes of frame and has ${left - MESSAGE_HEADER_BYTES}`)
    }
    const frame = decodeFrame(new DataView(buffer, offset + MESSAGE_HEADER_BYTES, frame_bytes))
    if (!frame.ok) return frame
    const sequence = Number(view.getBigUint64(8, true))
    messages.push({ channel: view.getUint16(0, true), sequence, frame: frame.value })
    offset += MESSAGE_HEADER_BYTES + frame_bytes
  } while (offset < buffer.byteLength)
  return { ok: true, value: messages }
}

/** A frame's header, with its body as a view that is exactly as long as the header says. */
export function decodeFrame(view: DataView): Decoded<RawFrame> {
  if (view.byteLength < FRAME_HEADER_BYTES) return refuse(`frame of ${view.byteLength} bytes has no header`)
  if (view.byteLength > FRAME_BYTES_MAX) return refuse(`frame of ${view.byteLength} bytes is over the limit`)
  if (view.getUint32(0, true) !== FRAME_MAGIC) return refuse('not a telemetry frame')
  const version = view.getUint16(4, true)
  if (version !== FRAME_VERSION) return refuse(`frame version ${version}, known is ${FRAME_VERSION}`)
  const kind = KINDS[view.getUint32(8, true)]
  if (kind === undefined) return refuse(`frame kind ${view.getUint32(8, true)} is unknown`)
  const rows = view.getUint32(20, true)
  if (rows === 0) return refuse('frame without rows')
  const body_bytes = view.getUint32(48, true)
  if (body_bytes !== view.byteLength - FRAME_HEADER_BYTES) {
    return refuse(`frame says ${body_bytes} bytes of body and has ${view.byteLength - FRAME_HEADER_BYTES}`)
  }
  const header: FrameHeader = {
    schema_id: view.getUint16(6, true),
    kind,
    node_index: view.getUint32(12, true),
    repeat: view.getUint32(16, true),
    rows,
    sequence: Number(view.getBigUint64(24, true)),
    done: Number(view.getBigUint64(32, true)),
    time_ns: Number(view.getBigUint64(40, true)),
    dropped: view.getUint32(52, true),
  }
  const body = new DataView(view.buffer, view.byteOffset + FRAME_HEADER_BYTES, body_bytes)
  return { ok: true, value: { header, body } }
}

function columnBytes(column: Column, rows: number): number {
  return Math.ceil((TYPE_BYTES[column.type] * rows) / 8) * 8
}

/** A frame's columns, in the schema's order. Allocates at most twice the body's bytes. */
export function decodeColumns(frame: RawFrame, schema: FrameSchema): Decoded<Float64Array[]> {
  const { header, body } = frame
  if (schema.schema_id !== header.schema_id) {
    return refuse(`frame follows schema ${header.schema_id}, not ${schema.schema_id}`)
  }
  let expected = 0
  for (const column of schema.columns) expected += columnBytes(column, header.rows)
  if (expected !== body.byteLength) {
    return refuse(
      `schema ${schema.schema_id} needs ${expected} bytes for ${header.rows} rows, body has ${body.byteLength}`,
    )
  }
  let offset = 0
  const columns = schema.columns.map((column) => {
    const values = readColumn(body, offset, column.type, header.rows)
    offset += columnBytes(column, header.rows)
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
