/**
 * Where a run's entities are: the newest moment of each node, of the repeat that is going on.
 *
 * Memory is bounded by nodes x rows of a frame. What does not fit its schema is left out and counted.
 */
import type { FrameSchema } from '@/api/contracts'
import { decodeColumns, type RawFrame } from './frame'

const NODES_MAX = 64

/** The entities of a node at a moment; `x` and `y` are shares of the side of a square whose edges are joined. */
export interface EntityMoment {
  readonly ids: Float64Array
  readonly x: Float64Array
  readonly y: Float64Array
  readonly done: number
}

export class RunEntities {
  readonly nodes = new Map<number, EntityMoment>()
  refused = 0
  #repeat = 0
  readonly #schemas = new Map<number, FrameSchema>()

  clear(): void {
    this.nodes.clear()
    this.#repeat = 0
  }

  addSchema(schema: FrameSchema): void {
    if (schema.kind === 'entities') this.#schemas.set(schema.schema_id, schema)
  }

  push(frame: RawFrame): void {
    const { header } = frame
    if (header.repeat < this.#repeat) return
    const schema = this.#schemas.get(header.schema_id)
    const columns = schema === undefined ? null : decodeColumns(frame, schema)
    const column = (name: string) => {
      const at = schema?.columns.findIndex((candidate) => candidate.name === name) ?? -1
      return columns?.ok ? columns.value[at] : undefined
    }
    const [ids, x, y] = [column('entity'), column('x'), column('y')]
    if (ids === undefined || x === undefined || y === undefined || header.node_index >= NODES_MAX) {
      this.refused += 1
      return
    }
    if (header.repeat > this.#repeat) this.nodes.clear()
    this.#repeat = header.repeat
    this.nodes.set(header.node_index, { ids, x, y, done: header.done })
  }
}
