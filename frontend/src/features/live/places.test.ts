import { describe, expect, it } from 'vitest'
import type { RunDocument } from '@/api/contracts'
import { placesOf } from './places'

const run = { nodes: [{ entities: 3 }, { entities: 2 }, { entities: 0 }] } as unknown as RunDocument

describe('where entities are', () => {
  it('follows from the split and the moves', () => {
    expect(placesOf(run, new Map())).toEqual([[0, 1, 2], [3, 4], []])
    const moved = new Map([
      [1, 2],
      [4, 0],
    ])
    expect(placesOf(run, moved)).toEqual([[0, 2, 4], [3], [1]])
  })
})
