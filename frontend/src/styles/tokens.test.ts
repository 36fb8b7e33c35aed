import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')

function theme(name: string): Map<string, string> {
  const block = new RegExp(`\\[data-theme='${name}'\\] \\{([^}]*)\\}`).exec(css)?.[1]
  if (block === undefined) throw new Error(`no theme ${name}`)
  return new Map([...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1]!, m[2]!]))
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(a: string, b: string): number {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (hi! + 0.05) / (lo! + 0.05)
}

const TEXT_ON: [string, string[]][] = [
  ['ink', ['ground', 'surface', 'raised', 'sunken']],
  ['ink-2', ['ground', 'surface', 'raised', 'sunken']],
  ['ink-3', ['ground', 'surface', 'raised', 'sunken']],
  ['act', ['ground', 'surface', 'raised', 'act-soft']],
  ['brass', ['surface', 'ground', 'brass-soft']],
  ['good', ['surface', 'good-soft']],
  ['warn', ['surface', 'ground', 'warn-soft']],
  ['bad', ['surface', 'ground', 'bad-soft']],
  ['on-act', ['act', 'act-strong']],
]

describe.each(['light', 'dark'])('%s theme', (name) => {
  const colours = theme(name)
  const pairs = TEXT_ON.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const))
  it.each(pairs)('%s on %s has a contrast of 4.5', (text, ground) => {
    expect(contrast(colours.get(text)!, colours.get(ground)!)).toBeGreaterThanOrEqual(4.5)
  })
  it('shows node colours at 3 : 1 on a card', () => {
    for (let n = 1; n <= 8; n += 1) {
      expect(contrast(colours.get(`node-${n}`)!, colours.get('surface')!), `node-${n}`).toBeGreaterThanOrEqual(3)
    }
  })
  it('has the same colours as the other theme', () => {
    expect([...colours.keys()].sort()).toEqual([...theme(name === 'light' ? 'dark' : 'light').keys()].sort())
  })
})
