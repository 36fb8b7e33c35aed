import { expect, it } from 'vitest'
import { valueText } from './field_frame'

it.each([
  ['by_rating', false, 'by rating'],
  ['in_view', true, 'in_view'],
  [['node_1', 'shm'], true, 'node_1, shm'],
  ['', true, 'empty'],
])('%j, chosen freely: %s, was %s', (value, free, shown) => expect(valueText(value, free)).toBe(shown))
