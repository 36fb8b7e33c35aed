/* Generated from contracts/orrery_contracts/binary_records.py by `make gen`: do not edit. */
/* eslint-disable */
import type { ColumnType, FrameKind } from "./contracts";

/** Largest telemetry frame, header included. */
export const max_frame_bytes = 1048576;

/** Kind of a frame by `TelemetryHeader.kind`. */
export const frame_kinds: Readonly<Record<number, FrameKind>> = {
  1: "window",
  2: "samples",
  3: "entities",
};

/** Bytes of one value of a column. */
export const column_type_bytes: Readonly<Record<ColumnType, number>> = {
  u32: 4,
  u64: 8,
  f32: 4,
  f64: 8,
};

/** Bytes of a column in a body, padding included. */
export function columnBytes(type: ColumnType, rows: number): number {
  return Math.ceil((rows * column_type_bytes[type]) / 8) * 8;
}

/** Header of a telemetry frame. The columns follow, in the schema's order. */
export interface TelemetryHeader {
  /** Which `FrameSchema` the body follows. */
  readonly schema_id: number;
  /** Number of the frame's kind. */
  readonly kind: number;
  /** Of the worker in the run. */
  readonly node_index: number;
  /** Of the run. */
  readonly repeat: number;
  /** 1 for a window. */
  readonly rows: number;
  /** From 1, of all frames of a worker and repeat. */
  readonly sequence: number;
  /** Steps done of the measured part. */
  readonly done: number;
  /** Time since the measured part began, in ns. */
  readonly time_ns: number;
  /** Bytes that follow the header. */
  readonly body_bytes: number;
  /** Records lost since the last frame because the ring was full. */
  readonly dropped: number;
}

export const telemetry_header_bytes = 64;

/** The header at the start of `view`, or why there is none. 64-bit integers are exact up to 2^53. */
export function readTelemetryHeader(view: DataView): TelemetryHeader | string {
  if (view.byteLength < telemetry_header_bytes) return `a telemetry frame of ${view.byteLength} bytes has no header`;
  if (view.getUint32(0, true) !== 0x4d54524f) return `a telemetry frame's magic is ${view.getUint32(0, true)}, not 1297371727`;
  if (view.getUint16(4, true) !== 0x1) return `a telemetry frame's version is ${view.getUint16(4, true)}, not 1`;
  if (Number(view.getBigUint64(56, true)) !== 0x0) return `a telemetry frame's reserved is ${Number(view.getBigUint64(56, true))}, not 0`;
  return {
    schema_id: view.getUint16(6, true),
    kind: view.getUint32(8, true),
    node_index: view.getUint32(12, true),
    repeat: view.getUint32(16, true),
    rows: view.getUint32(20, true),
    sequence: Number(view.getBigUint64(24, true)),
    done: Number(view.getBigUint64(32, true)),
    time_ns: Number(view.getBigUint64(40, true)),
    body_bytes: view.getUint32(48, true),
    dropped: view.getUint32(52, true),
  };
}

export function writeTelemetryHeader(view: DataView, header: TelemetryHeader): void {
  view.setUint32(0, 0x4d54524f, true);
  view.setUint16(4, 0x1, true);
  view.setUint16(6, header.schema_id, true);
  view.setUint32(8, header.kind, true);
  view.setUint32(12, header.node_index, true);
  view.setUint32(16, header.repeat, true);
  view.setUint32(20, header.rows, true);
  view.setBigUint64(24, BigInt(header.sequence), true);
  view.setBigUint64(32, BigInt(header.done), true);
  view.setBigUint64(40, BigInt(header.time_ns), true);
  view.setUint32(48, header.body_bytes, true);
  view.setUint32(52, header.dropped, true);
  view.setBigUint64(56, BigInt(0x0), true);
}

/** Header of a telemetry frame in a binary message of the live stream. */
export interface StreamRecordHeader {
  /** Names the topic, by `subscribed.channel`. */
  readonly channel: number;
  /** Bytes of the frame that follows. */
  readonly frame_bytes: number;
  /** Of the topic's log. */
  readonly sequence: number;
}

export const stream_record_header_bytes = 16;

/** The header at the start of `view`, or why there is none. 64-bit integers are exact up to 2^53. */
export function readStreamRecordHeader(view: DataView): StreamRecordHeader | string {
  if (view.byteLength < stream_record_header_bytes) return `a message of the live stream of ${view.byteLength} bytes has no header`;
  if (view.getUint16(2, true) !== 0x2) return `a message of the live stream's version is ${view.getUint16(2, true)}, not 2`;
  return {
    channel: view.getUint16(0, true),
    frame_bytes: view.getUint32(4, true),
    sequence: Number(view.getBigUint64(8, true)),
  };
}

export function writeStreamRecordHeader(view: DataView, header: StreamRecordHeader): void {
  view.setUint16(0, header.channel, true);
  view.setUint16(2, 0x2, true);
  view.setUint32(4, header.frame_bytes, true);
  view.setBigUint64(8, BigInt(header.sequence), true);
}
