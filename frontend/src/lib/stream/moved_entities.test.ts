import { describe, expect, it } from 'vitest'
import type { RunEvent } from '@/api/contracts'
import { MovedEntities } from './moved_entities'

function event(sequence: number, name: string, entity?: number, to_node = 0): RunEvent {
  const migration =
    entity === undefined
      ? null
      : { step: 1, entity, from_node: 1, to_node, cause: 'manual', state_bytes: 8, pause_ns: 1 }
  return { sequence, at: '', repeat: 0, node: '', name, text: '', step: null, migration }
}

describe('entities that have moved', () => {
  it('are where their last move brought them, each event taken once', () => {
    const moved = new MovedEntities()
    moved.take(event(1, 'migration', 7, 1))
    moved.take(event(2, 'migration', 7, 0))
    moved.take(event(1, 'migration', 7, 1))
    expect([...moved.view()]).toEqual([[7, 0]])
  })

  it('are the same object until somebody moves, and nobody when a repeat begins', () => {
    const moved = new MovedEntities()
    moved.take(event(1, 'migration', 7, 1))
    const before = moved.view()
    moved.take(event(2, 'move.done'))
    expect(moved.view()).toBe(before)
    moved.take(event(3, 'state.preparing'))
    expect(moved.view().size).toBe(0)
  })
})
