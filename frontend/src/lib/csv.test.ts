import { describe, expect, it } from 'vitest'
import { csvText } from './csv'

describe('CSV', () => {
  it('quotes what needs it and leaves numbers whole', () => {
    expect(
      csvText(
        ['a', 'b, c'],
        [
          ['say "x"', -1.5],
          ['two\nlines', null],
        ],
      ),
    ).toBe('a,"b, c"\r\n"say ""x""",-1.5\r\n"two\nlines",\r\n')
  })

  it('defuses texts that a spreadsheet would run', () => {
    expect(csvText(['a'], [['=1+1'], ['-x'], ['-5']])).toBe("a\r\n'=1+1\r\n'-x\r\n-5\r\n")
  })
})
