/**
 * Where entities went in the repeat that is going on, told by its events; those that did not move are not here. The list of
 * events is cut at its beginning, this is not.
 */
import type { RunEvent } from '@/api/contracts'

export class MovedEntities {
  #sequence = 0
  #at = new Map<number, number>()
  #shown: ReadonlyMap<number, number> = new Map()
  #changed = false

  /** Events in their order; those that came before are left out. */
  take(event: RunEvent): void {
    if (event.sequence <= this.#sequence) return
    this.#sequence = event.sequence
    if (event.migration !== null) {
      this.#at.set(event.migration.entity, event.migration.to_node)
    } else if (event.name === 'state.preparing') {
      this.#at.clear()
    } else {
      return
    }
    this.#changed = true
  }

  /** Node index by entity; the same object as long as nobody moves. */
  view(): ReadonlyMap<number, number> {
    if (this.#changed) this.#shown = new Map(this.#at)
    this.#changed = false
    return this.#shown
  }
}
