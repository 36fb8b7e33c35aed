import { expect, test } from 'vitest'
import { termLabel } from './terms'

test.each([
  ['quaternary_heap', '4-ary heap'],
  ['not_listed', 'not listed'],
  ['', 'none'],
])('a value is shown in words: "%s"', (term, words) => {
  expect(termLabel(term)).toBe(words)
})
