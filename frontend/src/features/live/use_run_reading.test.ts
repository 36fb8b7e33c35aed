import { expect, test } from 'vitest'
import type { NodeReading } from '../results/readings'
import { shownNodes } from './use_run_reading'

const reading = (steps_per_s: number) => ({ steps_per_s }) as NodeReading
const rates = (nodes: ReadonlyMap<number, NodeReading>) => [...nodes].map(([index, node]) => [index, node.steps_per_s])

test('figures stay between repeats, and a stall while steps are made is seen', () => {
  const kept = new Map([
    [0, reading(100)],
    [1, reading(90)],
  ])
  const still = new Map([
    [0, reading(0)],
    [1, reading(0)],
  ])
  expect(rates(shownNodes(still, kept, 'collecting'))).toEqual([
    [0, 100],
    [1, 90],
  ])
  expect(rates(shownNodes(new Map(), kept, 'preparing'))).toHaveLength(2)
  expect(rates(shownNodes(still, kept, 'running'))).toEqual([
    [0, 0],
    [1, 0],
  ])
  expect(rates(shownNodes(new Map([[0, reading(80)]]), kept, 'running'))).toEqual([
    [0, 80],
    [1, 90],
  ])
  expect(rates(shownNodes(still, new Map(), 'collecting'))).toHaveLength(2)
})
