import { expect, test } from 'vitest'
import { shownInWords } from './entity_map_card'

test('a sample of the entities is called one', () => {
  expect(shownInWords(0, 40)).toBe('entities by node')
  expect(shownInWords(40, 40)).toBe('all 40 entities')
  expect(shownInWords(10_000, 100_000)).toMatch(/^a sample: 10.000 of 100.000 entities/)
})
