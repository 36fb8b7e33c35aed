/**
 * The live windows of a run: a ring for each node, of the repeat that is going on.
 *
 * Memory is bounded by nodes x columns x capacity. A frame of a newer repeat empties all rings; frames of older repeats,
 * of unknown schemas and of other kinds than windows are counted and left out.
 */
import type { FrameSchema } from '@/api/contracts'
import { decodeColumns, type RawFrame } from './frame'
import { WindowRing } from './window_ring'

const NODES_MAX = 64
/** What the live page shows at least. */
const SPAN_MS = 60_000
const CAPACITY_MIN = 60
const CAPACITY_MAX = 1_200
/** Frames that came before their schema; the schema message is on its way. */
const EARLY_MAX = 256

export class RunWindows {
  repeat = 0
  /** Counts every change, so that a reader can tell whether anything is new. */
  version = 0
  refused = 0
  last_refusal = ''
  readonly nodes = new Map<number, WindowRing>()
  readonly #schemas = new Map<number, FrameSchema>()
  #early: RawFrame[] = []
  #capacity = CAPACITY_MIN * 10

  /** Rings made from now on hold the last minute of windows of this length. */
  set interval_ms(ms: number) {
    this.#capacity = Math.min(CAPACITY_MAX, Math.max(CAPACITY_MIN, Math.ceil(SPAN_MS / ms)))
  }

  clear(): void {
    this.nodes.clear()
    this.#early = []
    this.repeat = 0
    this.version += 1
  }

  addSchema(schema: FrameSchema): void {
    this.#schemas.set(schema.schema_id, schema)
    const early = this.#early
    this.#early = []
    for (const frame of early) this.push(frame)
  }

  push(frame: RawFrame): void {
    const { header } = frame
    if (header.kind !== 'window' || header.repeat < this.repeat) return
    const schema = this.#schemas.get(header.schema_id)
    if (schema === undefined) {
      if (this.#early.length < EARLY_MAX) this.#early.push(frame)
      else this.#refuse(`frames of unknown schema ${header.schema_id}`)
      return
    }
    if (header.node_index >= NODES_MAX) {
      this.#refuse(`node index ${header.node_index} is over ${NODES_MAX - 1}`)
      return
    }
    const columns = decodeColumns(frame, schema)
    if (!columns.ok) {
      this.#refuse(columns.reason)
      return
    }
    if (header.repeat > this.repeat) {
      this.nodes.clear()
      this.repeat = header.repeat
    }
    let ring = this.nodes.get(header.node_index)
    if (ring?.schema !== schema) {
      ring = new WindowRing(schema, this.#capacity)
      this.nodes.set(header.node_index, ring)
    }
    if (ring.push(header, columns.value)) this.version += 1
  }

  #refuse(reason: string): void {
    this.refused += 1
    this.last_refusal = reason
    this.version += 1
  }
}
