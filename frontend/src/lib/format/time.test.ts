import { describe, expect, it } from 'vitest'
import { formatAge, formatClock, formatEstimate, formatInstant, formatSpan, formatTimeLeft } from './time'

describe('time', () => {
  it.each([
    [0, '0\u00a0s'],
    [0.25, '0.25\u00a0s'],
    [9, '9\u00a0s'],
    [1.5, '1.5\u00a0s'],
    [59.6, '1\u00a0min'],
    [80, '1\u00a0min 20\u00a0s'],
    [7_500, '2\u00a0h 5\u00a0min'],
    [90_000, '1\u00a0d 1\u00a0h'],
    [-1, '–'],
  ])('%d s is %s', (seconds, text) => {
    expect(formatSpan(seconds)).toBe(text)
  })

  it('does not promise an exact time left', () => {
    expect(formatTimeLeft(0.3)).toBe('under a second')
    expect(formatEstimate(0.3)).toBe('under a second')
    expect(formatEstimate(45)).toBe(`about ${formatTimeLeft(45)}`)
    expect(formatTimeLeft(8.2)).toBe('9\u00a0s')
    expect(formatTimeLeft(41)).toBe('45\u00a0s')
    expect(formatTimeLeft(130)).toBe('3\u00a0min')
  })

  const now = new Date(2026, 2, 3, 14, 2, 31, 204)
  it('says how long ago', () => {
    expect(formatAge(new Date(now.getTime() - 2_000), now)).toBe('just now')
    expect(formatAge(new Date(now.getTime() - 200_000), now)).toBe('3\u00a0min ago')
    expect(formatAge('nonsense', now)).toBe('–')
  })

  it('is as short as is clear, in the local zone', () => {
    expect(formatInstant(new Date(2026, 2, 3, 9, 5), now)).toBe('09:05')
    expect(formatInstant(new Date(2026, 1, 3, 9, 5), now)).toBe('3 Feb 09:05')
    expect(formatInstant(new Date(2025, 1, 3, 9, 5), now)).toBe('3 Feb 2025 09:05')
    expect(formatClock(now, true)).toBe('14:02:31.204')
  })
})
