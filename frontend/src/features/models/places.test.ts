import { describe, expect, it } from 'vitest'
import { placeOf } from './places'

const text = 'UNIVERSE U {\n  PROPERTY größe𝄞 : Vertx[3];\n}\n'
const cut = (line: number, column: number) => {
  const { from, to } = placeOf(text, { line, column })
  return text.slice(from, to)
}

describe('the place of an error', () => {
  it('is the word that stands there', () => {
    expect(cut(1, 1)).toBe('UNIVERSE')
    expect(cut(2, 3)).toBe('PROPERTY')
  })

  it('counts characters, not UTF-16 units', () => {
    expect(cut(2, 21)).toBe('Vertx')
    expect(cut(2, 26)).toBe('[')
  })

  it('is the end where the text or the line ends', () => {
    expect(placeOf(text, { line: 99, column: 1 })).toEqual({ from: text.length, to: text.length })
    const end = text.indexOf('\n')
    expect(placeOf(text, { line: 1, column: 80 })).toEqual({ from: end, to: end })
  })

  it('is the beginning for what is wrong with the whole', () => {
    expect(placeOf(text, { line: 0, column: 0 })).toEqual({ from: 0, to: 0 })
  })
})
