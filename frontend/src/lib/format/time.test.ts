import { describe, expect, it } from 'vitest'
import { formatAge, formatClock, formatInstant, formatSpan, formatTimeLeft } from './time'

describe('time', () => {
  it.each([
    [0, '0\u202fs'],
    [0.25, '0.25\u202fs'],
    [9, '9\u202fs'],
    [1.5, '1.5\u202fs'],
    [59.6, '1\u202fmin'],
    [80, '1\u202fmin 20\u202fs'],
    [7_500, '2\u202fh 5\u202fmin'],
    [90_000, '1\u202fd 1\u202fh'],
    [-1, '–'],
  ])('%d s is %s', (seconds, text) => {
    expect(formatSpan(seconds)).toBe(text)
  })

  it('does not promise an exact time left', () => {
    expect(formatTimeLeft(0.3)).toBe('under a second')
    expect(formatTimeLeft(8.2)).toBe('9\u202fs')
    expect(formatTimeLeft(41)).toBe('45\u202fs')
    expect(formatTimeLeft(130)).toBe('3\u202fmin')
  })

  const now = new Date(2026, 2, 3, 14, 2, 31, 204)
  it('says how long ago', () => {
    expect(formatAge(new Date(now.getTime() - 2_000), now)).toBe('just now')
    expect(formatAge(new Date(now.getTime() - 200_000), now)).toBe('3\u202fmin ago')
    expect(formatAge('nonsense', now)).toBe('–')
  })

  it('is as short as is clear, in the local zone', () => {
    expect(formatInstant(new Date(2026, 2, 3, 9, 5), now)).toBe('09:05')
    expect(formatInstant(new Date(2026, 1, 3, 9, 5), now)).toBe('3 Feb 09:05')
    expect(formatInstant(new Date(2025, 1, 3, 9, 5), now)).toBe('3 Feb 2025 09:05')
    expect(formatClock(now, true)).toBe('14:02:31.204')
  })
})
