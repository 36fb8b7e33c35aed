import { describe, expect, it } from 'vitest'
import { matchScore, rankMatches } from './palette_match'

describe('palette', () => {
  it('takes letters in order only', () => {
    expect(matchScore('fl', 'Fleet')).not.toBeNull()
    expect(matchScore('lf', 'Fleet')).toBeNull()
    expect(matchScore('two nodes', 'New run: universe-two-nodes')).not.toBeNull()
  })

  it('puts beginnings of words and runs of letters first', () => {
    const items = ['Compare', 'Reference', 'New run', 'Runs', 'universe-managers-on-slave']
    expect(rankMatches('run', items, (item) => item)[0]).toBe('Runs')
    expect(rankMatches('nr', items, (item) => item)[0]).toBe('New run')
    expect(rankMatches('', items, (item) => item)).toEqual(items)
  })
})
