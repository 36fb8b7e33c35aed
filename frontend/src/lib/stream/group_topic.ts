/** The live topic of a sweep or suite: its document, kept up to date cell by cell. */
import type { GroupDocument, StreamData } from '@/api/contracts'
import { FlushQueue } from './observable'
import { BaseTopic, type TopicStore } from './topics'

export interface GroupTopicState {
  readonly ready: boolean
  /** Why the topic cannot be followed; empty if it can. */
  readonly refusal: string
  readonly group: GroupDocument | null
}

export class GroupTopic extends BaseTopic<GroupTopicState> implements TopicStore<GroupTopicState> {
  readonly #data: { group: GroupDocument | null; refusal: string }

  constructor(id: string, queue: FlushQueue) {
    const data = { group: null as GroupDocument | null, refusal: '' }
    super(`group/${id}`, queue, () => ({ ready: data.group !== null, ...data }))
    this.#data = data
  }

  /** What is shown stays until the snapshot replaces it. */
  fresh(): void {
    return
  }

  message(data: StreamData): void {
    const mine = this.#data
    switch (data.kind) {
      case 'group':
      case 'group_updated':
        mine.refusal = ''
        mine.group = data.group
        break
      case 'group_changed':
        if (mine.group === null) return
        mine.group = { ...mine.group, summary: data.group }
        break
      case 'cell_changed':
        if (mine.group === null) return
        mine.group = withCell(mine.group, data.cell)
        break
      default:
        return
    }
    this.store.changed()
  }

  override refused(message: string): void {
    this.#data.refusal = message
    this.store.changed()
  }
}

function withCell(group: GroupDocument, cell: GroupDocument['cells'][number]): GroupDocument {
  const known = new Set(group.metrics.map((metric) => metric.name))
  const added = cell.metrics.filter((metric) => !known.has(metric.name))
  return {
    ...group,
    cells: group.cells.map((other) => (other.cell === cell.cell ? cell : other)),
    metrics: [...group.metrics, ...added.map(({ name, title, unit, better }) => ({ name, title, unit, better }))],
  }
}
