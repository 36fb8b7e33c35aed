import { describe, expect, it } from 'vitest'
import {
  decimalsFor,
  formatCount,
  formatFixed,
  formatNumber,
  formatParameter,
  formatRatio,
  formatShare,
  plural,
} from './number'

describe('numbers', () => {
  it.each([
    [3, '3'],
    [0.25, '0.25'],
    [100000, '100\u202f000'],
    [-0.1, '−0.1'],
    [0.1 + 0.2, '0.3'],
    [1e-9, '1e-9'],
  ])('parameter %d is %s', (value, text) => expect(formatParameter(value)).toBe(text))

  it.each([
    [0, '0'],
    [58.2, '58.2'],
    [58.249, '58.2'],
    [9.996, '10.0'],
    [0.00041234, '0.000412'],
    [1360, '1\u202f360'],
    [1234567, '1\u202f234\u202f567'],
    [123456.7, '123\u202f457'],
    [-17.14, '−17.1'],
    [-1000, '−1\u202f000'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ])('%d is %s', (value, text) => {
    expect(formatNumber(value)).toBe(text)
  })

  it('never says minus zero', () => {
    expect(formatFixed(-0.0001, 2)).toBe('0.00')
  })

  it('keeps counts past 2^53 exact', () => {
    expect(formatCount('18446744073709551615')).toBe('18\u202f446\u202f744\u202f073\u202f709\u202f551\u202f615')
    expect(formatCount(10n ** 18n)).toBe('1\u202f000\u202f000\u202f000\u202f000\u202f000\u202f000')
    expect(formatCount('abc')).toBe('–')
  })

  it('shows as many decimals as say something', () => {
    expect(decimalsFor(1234)).toBe(0)
    expect(decimalsFor(12.34)).toBe(1)
    expect(decimalsFor(0.01234)).toBe(4)
    expect(decimalsFor(99.96)).toBe(0)
  })

  it('shows shares and ratios', () => {
    expect(formatShare(0.34)).toBe('34\u00a0%')
    expect(formatShare(0.0123)).toBe('1.2\u00a0%')
    expect(formatShare(1)).toBe('100\u00a0%')
    expect(formatShare(0)).toBe('0\u00a0%')
    expect(formatRatio(1.314)).toBe('1.31×')
    expect(formatRatio(0.00412)).toBe('0.0041×')
    expect(formatRatio(1234.5)).toBe('1\u202f235×')
  })

  it('counts things', () => {
    expect(plural(1, 'entity', 'entities')).toBe('1 entity')
    expect(plural(4000, 'run')).toBe('4\u202f000 runs')
  })
})
