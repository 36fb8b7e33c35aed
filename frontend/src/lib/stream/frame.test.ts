import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ColumnType, FrameSchema } from '@/api/contracts'
import { column, encodeBinaryMessage, encodeFrame, window_schema } from '@/testing/encode_frame'
import { decodeBinaryMessage, decodeColumns, decodeFrame, type Decoded } from './frame'

function valueOf<T>(decoded: Decoded<T>): T {
  if (!decoded.ok) throw new Error(decoded.reason)
  return decoded.value
}

function single<T>(items: readonly T[]): T {
  const [first] = items
  if (first === undefined || items.length !== 1) throw new Error(`${items.length} items`)
  return first
}

const types: readonly ColumnType[] = ['u32', 'u64', 'f32', 'f64']
const values: Record<ColumnType, fc.Arbitrary<number>> = {
  u32: fc.nat(0xffff_ffff),
  u64: fc.maxSafeNat(),
  f32: fc.float({ noNaN: true }),
  f64: fc.double({ noNaN: true }),
}

const frames = fc
  .record({
    types: fc.array(fc.constantFrom(...types), { minLength: 1, maxLength: 20 }),
    rows: fc.integer({ min: 1, max: 50 }),
  })
  .chain(({ types: chosen, rows }) =>
    fc.record({
      schema: fc.constant<FrameSchema>({
        schema_id: 7,
        kind: 'samples',
        columns: chosen.map((type, index) => column(`c${index}`, type)),
      }),
      columns: fc.tuple(...chosen.map((type) => fc.array(values[type], { minLength: rows, maxLength: rows }))),
    }),
  )

describe('telemetry frames', () => {
  it('come back as they were written, whatever their columns', () => {
    fc.assert(
      fc.property(frames, fc.maxSafeNat(), fc.nat(65_535), ({ schema, columns }, sequence, channel) => {
        const bytes = encodeFrame(schema, columns, {
          kind: 2,
          node_index: 3,
          repeat: 2,
          sequence: 9,
          done: 1234,
          time_ns: 5e9,
        })
        const one = encodeBinaryMessage(channel, sequence, bytes)
        const message = single(valueOf(decodeBinaryMessage(one)))
        expect(message.channel).toBe(channel)
        expect(message.sequence).toBe(sequence)
        expect(message.frame.header).toEqual({
          schema_id: 7,
          kind: 'samples',
          node_index: 3,
          repeat: 2,
          rows: columns[0]?.length,
          sequence: 9,
          done: 1234,
          time_ns: 5e9,
          dropped: 0,
        })
        expect(valueOf(decodeColumns(message.frame, schema)).map((part) => [...part])).toEqual(columns)
      }),
    )
  })

  it('come several in one message, each with its own place', () => {
    const frames_of = [1, 2, 3].map((node_index) => encodeFrame(window_schema, [[1], [2]], { node_index }))
    const parts = frames_of.map((frame, at) => new Uint8Array(encodeBinaryMessage(4 + at, 70 + at, frame)))
    const together = new Uint8Array(parts.flatMap((part) => [...part]))
    const messages = valueOf(decodeBinaryMessage(together.buffer))
    expect(messages.map(({ channel, sequence, frame }) => [channel, sequence, frame.header.node_index])).toEqual([
      [4, 70, 1],
      [5, 71, 2],
      [6, 72, 3],
    ])
    expect(decodeBinaryMessage(together.slice(0, -1).buffer).ok).toBe(false)
  })

  it('never throw and never take more memory than the bytes allow, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const decoded = decodeFrame(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
        expect(decodeBinaryMessage(bytes.slice().buffer).ok).toBe(false)
        expect(decoded.ok).toBe(false)
      }),
    )
  })

  it('with any bytes changed are refused with a reason or decoded within the bytes received', () => {
    const damage = fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(frames, damage, ({ schema, columns }, changes) => {
        const bytes = encodeFrame(schema, columns)
        for (const [at, value] of changes) bytes[at % bytes.length] = value
        const decoded = decodeFrame(new DataView(bytes.buffer))
        if (!decoded.ok) {
          expect(decoded.reason).not.toBe('')
          return
        }
        const parts = decodeColumns(decoded.value, schema)
        if (parts.ok) {
          const taken = parts.value.reduce((sum, part) => sum + part.byteLength, 0)
          expect(taken).toBeLessThanOrEqual(2 * bytes.byteLength)
        } else {
          expect(parts.reason).not.toBe('')
        }
      }),
    )
  })

  it('refuse a row count that the body cannot hold, before any memory is taken', () => {
    const bytes = encodeFrame(window_schema, [[1], [2]])
    new DataView(bytes.buffer).setUint32(20, 0xffff_ffff, true)
    const frame = valueOf(decodeFrame(new DataView(bytes.buffer)))
    expect(decodeColumns(frame, window_schema)).toEqual({
      ok: false,
      reason: expect.stringContaining('4294967295 rows') as string,
    })
  })

  it.each([
    ['another magic', 0, 0],
    ['another version', 4, 9],
    ['an unknown kind', 8, 77],
    ['no rows', 20, 0],
    ['a wrong length', 48, 1],
  ])('refuse %s', (_, offset, value) => {
    const bytes = encodeFrame(window_schema, [[1], [2]])
    new DataView(bytes.buffer).setUint16(offset, value, true)
    expect(decodeFrame(new DataView(bytes.buffer)).ok).toBe(false)
  })

  it('refuse a schema that is not theirs', () => {
    const frame = valueOf(decodeFrame(new DataView(encodeFrame(window_schema, [[1], [2]]).buffer)))
    expect(decodeColumns(frame, { ...window_schema, schema_id: 2 }).ok).toBe(false)
    expect(decodeColumns(frame, { ...window_schema, columns: [column('a')] }).ok).toBe(false)
  })
})
