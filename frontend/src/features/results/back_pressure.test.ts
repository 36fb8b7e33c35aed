import { describe, expect, it } from 'vitest'
import { sampleDocument } from '@/testing/sample_document'
import { backPressure } from './back_pressure'

function told(median: number): string | undefined {
  const run = sampleDocument()
  const [metric] = run.metrics
  if (metric === undefined) throw new Error('the sample has metrics')
  return backPressure({ ...run, metrics: [{ ...metric, name: 'congested_share', median }] })
}

describe('back-pressure in words', () => {
  it('never says that something happened no times', () => {
    expect(told(0)).toBe('Every update found room at once.')
    expect(told(0.002)).toContain('one in 500 updates')
    expect(told(1.5)).toContain('1.50 times')
    expect(backPressure(sampleDocument())).toBeUndefined()
  })
})
