import { describe, expect, it } from 'vitest'
import { sampleNode } from '@/testing/sample_data'
import { namesText, sharingText } from './machine_words'

describe('nodes that share a machine', () => {
  it('are named', () => {
    expect(sharingText(sampleNode('lyra', 1))).toBeNull()
    const cygnus = sampleNode('cygnus', 2, { shares_machine_with: ['lyra'] })
    expect(sharingText(cygnus)).toBe('shares a machine with lyra')
  })

  it('are three at most in a row', () => {
    expect(namesText(['a', 'b', 'c'])).toBe('a, b and c')
    expect(namesText(['a', 'b', 'c', 'd'])).toBe('a, b, c and others')
  })
})
