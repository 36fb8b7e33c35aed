/**
 * The newest windows of one node, columns side by side, in fixed memory.
 *
 * Each column lives in an array of twice the capacity that slides: when its end is reached, the newest half moves to the
 * front. So a column is always one contiguous view (what uPlot wants), and nothing grows or is allocated per window.
 * Views are valid until the next `push`.
 */
import type { FrameSchema } from '@/api/contracts'
import type { FrameHeader } from './frame'

export class WindowRing {
  readonly schema: FrameSchema
  readonly capacity: number
  /** Windows seen, kept or not. */
  seen = 0
  sequence = 0
  done = 0
  time_ns = 0
  /** Telemetry records that the worker lost because its ring was full. */
  dropped = 0
  readonly #columns: Float64Array[]
  /** Seconds since the measured part began. */
  readonly #time: Float64Array
  readonly #step: Float64Array
  readonly #index: ReadonlyMap<string, number>
  #start = 0
  #length = 0

  constructor(schema: FrameSchema, capacity: number) {
    this.schema = schema
    this.capacity = capacity
    this.#columns = schema.columns.map(() => new Float64Array(capacity * 2))
    this.#time = new Float64Array(capacity * 2)
    this.#step = new Float64Array(capacity * 2)
    this.#index = new Map(schema.columns.map((column, index) => [column.name, index]))
  }

  get length(): number {
    return this.#length
  }

  /** Takes one window. Repeated or older frames (after a resume) are ignored: false. */
  push(header: FrameHeader, values: readonly Float64Array[]): boolean {
    if (header.sequence <= this.sequence) return false
    if (this.#length === this.capacity) {
      this.#start += 1
      this.#length -= 1
    }
    if (this.#start + this.#length === this.capacity * 2) {
      for (const column of this.#columns) column.copyWithin(0, this.#start)
      this.#time.copyWithin(0, this.#start)
      this.#step.copyWithin(0, this.#start)
      this.#start = 0
    }
    const at = this.#start + this.#length
    for (let index = 0; index < this.#columns.length; index += 1) {
      const column = this.#columns[index]
      if (column !== undefined) column[at] = values[index]?.[0] ?? Number.NaN
    }
    this.#time[at] = header.time_ns / 1e9
    this.#step[at] = header.done
    this.#length += 1
    this.seen += 1
    this.sequence = header.sequence
    this.done = header.done
    this.time_ns = header.time_ns
    this.dropped += header.dropped
    return true
  }

  has(name: string): boolean {
    return this.#index.has(name)
  }

  time(): Float64Array {
    return this.#time.subarray(this.#start, this.#start + this.#length)
  }

  /** Steps done at the end of each window. */
  steps(): Float64Array {
    return this.#step.subarray(this.#start, this.#start + this.#length)
  }

  /** Empty if there is no such column. */
  column(name: string): Float64Array {
    const index = this.#index.get(name)
    const column = index === undefined ? undefined : this.#columns[index]
    if (column === undefined) return new Float64Array(0)
    return column.subarray(this.#start, this.#start + this.#length)
  }

  /** The newest value of a column; NaN without any. */
  last(name: string): number {
    return this.column(name).at(-1) ?? Number.NaN
  }
}
