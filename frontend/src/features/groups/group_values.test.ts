import { expect, it } from 'vitest'
import { sampleMetric, sampleSweep } from '@/testing/sample_group'
import { figuresText } from './group_values'

it('says what stands below the medians', () => {
  const [cell] = sampleSweep().cells
  if (cell === undefined) throw new Error('the sweep has no cells')
  const once = sampleMetric('a', 1, { values: [1], interval: 'range' })
  const range = sampleMetric('b', 2, { values: [1, 3], interval: 'range' })
  const sure = sampleMetric('c', 3, { values: [1, 2, 3, 4, 5], interval: 'confidence' })
  const said = (...metrics: (typeof once)[]) =>
    figuresText({ cells: metrics.map((metric) => ({ ...cell, metrics: [metric] })) })
  expect(said(once, once)).toBe('one repeat each')
  expect(said(range, once)).toBe('median over repeats, their range below')
  expect(said(sure, once)).toBe('median over repeats, 95 % interval below')
  expect(said(sure, range)).toBe(
    'median over repeats; below it the 95 % interval, of fewer than five repeats the range',
  )
})
