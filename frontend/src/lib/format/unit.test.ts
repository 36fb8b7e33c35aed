import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commonScale, formatInterval, formatMemory, formatQuantity, quantity, scaleFor } from './unit'

describe('units', () => {
  it.each([
    [999, 'ns', '999\u00a0ns'],
    [58_200_000, 'ns', '58.2\u00a0ms'],
    [21_400, 'ns', '21.4\u00a0µs'],
    [0.41, 'us', '410\u00a0ns'],
    [2_500, 'ms', '2.50\u00a0s'],
    [27_000, 'B', '27.0\u00a0kB'],
    [27, 'B', '27\u00a0B'],
    [84_000, 'B/s', '84.0\u00a0kB/s'],
    [1360, 'steps/s', '1\u202f360\u00a0steps/s'],
    [526_123.4, 'steps/s', '526\u00a0k steps/s'],
    [3_400_000, 'steps/s', '3.40\u00a0M steps/s'],
    [0.34, 'share', '34.0\u00a0%'],
    [40, 'count', '40'],
    [1.082, 'ratio', '1.08\u00a0×'],
    [0, 'ns', '0\u00a0ns'],
  ])('%d %s is %s', (value, unit, text) => {
    expect(formatQuantity(value, unit)).toBe(text)
  })

  it('chooses one scale for values that stand beside each other', () => {
    const scale = commonScale('ns', [950, 2_100_000, Number.NaN])
    expect(scale.unit).toBe('ms')
    expect(quantity(950, 'ns', scale)).toEqual({ text: '0.000950', unit: 'ms' })
  })

  it('shows both ends of an interval so that they differ', () => {
    expect(formatInterval(57_900_000, 58_600_000, 'ns')).toBe('57.9 to 58.6\u00a0ms')
    expect(formatInterval(57_991_000, 57_999_000, 'ns')).toBe('57.991 to 57.999\u00a0ms')
    expect(formatInterval(5, 5, 'count')).toBe('5 to 5')
  })

  it('shows memory in binary units', () => {
    expect(formatMemory(16 * 1024 ** 3)).toBe('16\u00a0GiB')
    expect(formatMemory(1536)).toBe('1.50\u00a0KiB')
  })

  it('never shows a time as thousands of its unit, nor loses its value', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 9e11, noNaN: true }), (ns) => {
        const scale = scaleFor('ns', ns)
        const shown = ns * scale.factor
        return shown >= 1 && (shown < 1000 || scale.unit === 's')
      }),
    )
  })
})
