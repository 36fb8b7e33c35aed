import { expect, it } from 'vitest'
import { keptText } from './kept_text'

it('says which runs are kept', () => {
  expect(keptText({ keep_days: null, keep_runs: null })).toBe('All')
  expect(keptText({ keep_days: 90, keep_runs: null })).toBe('for 90 days; those with a tag for ever')
  expect(keptText({ keep_days: 30, keep_runs: 500 })).toBe('for 30 days, the newest 500; those with a tag for ever')
})
