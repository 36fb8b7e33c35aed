import { expect, it } from 'vitest'
import { checksText } from './group_verdict'

it('says one verdict of the checks of runs and the shape checks', () => {
  expect(checksText({ checks_hold: null, shapes_hold: null })).toBeNull()
  expect(checksText({ checks_hold: true, shapes_hold: null })).toBe('checks passed')
  expect(checksText({ checks_hold: true, shapes_hold: true })).toBe('checks passed')
  expect(checksText({ checks_hold: true, shapes_hold: false })).toBe('checks failed')
  expect(checksText({ checks_hold: false, shapes_hold: true })).toBe('checks failed')
  expect(checksText({ checks_hold: false, shapes_hold: null })).toBe('checks failed')
})
