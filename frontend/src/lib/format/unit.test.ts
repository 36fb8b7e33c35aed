import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commonScale, formatInterval, formatMemory, formatQuantity, quantity, scaleFor } from './unit'

describe('units', () => {
  it.each([
    [999, 'ns', '999\u202fns'],
    [58_200_000, 'ns', '58.2\u202fms'],
    [21_400, 'ns', '21.4\u202fµs'],
    [0.41, 'us', '410\u202fns'],
    [2_500, 'ms', '2.50\u202fs'],
    [27_000, 'B', '27.0\u202fkB'],
    [27, 'B', '27\u202fB'],
    [84_000, 'B/s', '84.0\u202fkB/s'],
    [1360, 'steps/s', '1\u202f360\u202fsteps/s'],
    [526_123.4, 'steps/s', '526\u202fk steps/s'],
    [3_400_000, 'steps/s', '3.40\u202fM steps/s'],
    [0.34, 'share', '34.0\u202f%'],
    [40, 'count', '40'],
    [1.082, 'ratio', '1.08\u202f×'],
    [0, 'ns', '0\u202fns'],
  ])('%d %s is %s', (value, unit, text) => {
    expect(formatQuantity(value, unit)).toBe(text)
  })

  it('chooses one scale for values that stand beside each other', () => {
    const scale = commonScale('ns', [950, 2_100_000, Number.NaN])
    expect(scale.unit).toBe('ms')
    expect(quantity(950, 'ns', scale)).toEqual({ text: '0.000950', unit: 'ms' })
  })

  it('shows both ends of an interval so that they differ', () => {
    expect(formatInterval(57_900_000, 58_600_000, 'ns')).toBe('57.9 to 58.6\u202fms')
    expect(formatInterval(57_991_000, 57_999_000, 'ns')).toBe('57.991 to 57.999\u202fms')
    expect(formatInterval(5, 5, 'count')).toBe('5 to 5')
  })

  it('shows memory in binary units', () => {
    expect(formatMemory(16 * 1024 ** 3)).toBe('16\u202fGiB')
    expect(formatMemory(1536)).toBe('1.50\u202fKiB')
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
