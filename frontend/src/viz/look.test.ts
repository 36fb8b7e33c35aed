import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { contrast, inkOn, mixHex, rgbOf } from './contrast'
import { sparklinePath } from './sparkline'
import { activityColours } from './tokens'

const css = readFileSync(path.join(import.meta.dirname, '../styles/tokens.css'), 'utf8')

function colours(pattern: RegExp): [string, string][] {
  return [...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)]
    .map((match): [string, string] => [match[1] ?? '', match[2] ?? ''])
    .filter(([name]) => pattern.test(name))
}

describe('the look in charts', () => {
  it.each(colours(/^k-/))('text can be read on --%s %s', (_, colour) => {
    expect(contrast(colour, inkOn(colour))).toBeGreaterThanOrEqual(4.5)
  })

  it('gives each activity one colour, its own where there is one', () => {
    const names = ['update', 'state', 'manager', 'wait', 'idle', 'migration', 'something_else', 'another']
    const given = activityColours(names)
    expect(given.get('state')).toBe('var(--k-state)')
    expect(given.get('wait')).toBe('var(--k-wait)')
    expect(new Set(given.values()).size).toBe(names.length)
  })

  it('draws small lines from zero, with gaps where there is no number', () => {
    expect(sparklinePath([0, 5, 10], 100, 12)).toBe('M0.0 11.0L50.0 6.0L100.0 1.0')
    expect(sparklinePath([1, Number.NaN, 1], 100, 12).match(/M/g)).toHaveLength(2)
    expect(sparklinePath([1], 100, 12)).toBe('')
    expect(sparklinePath([], 100, 12)).toBe('')
  })
})

describe('colours as a built page has them', () => {
  it('may be short', () => {
    expect(rgbOf('#fff')).toEqual([255, 255, 255])
    expect(rgbOf('#1f55a5')).toEqual([31, 85, 165])
    expect(rgbOf('white')).toBeNull()
    expect(mixHex('#fff', '#000000', 0.5)).toBe('#808080')
    expect(inkOn('#fff')).toBe(inkOn('#ffffff'))
  })
})
