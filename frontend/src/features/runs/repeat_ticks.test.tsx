import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { sampleMetric } from '@/testing/sample_group'
import { cutRepeats, RepeatTicks } from './repeat_ticks'

describe('the strip of repeats', () => {
  it('counts the repeats that lie more than 6 % off the median', () => {
    expect(cutRepeats([94.1, 100, 105.9], 100)).toEqual({ below: 0, above: 0 })
    expect(cutRepeats([90, 100, 107, 200], 100)).toEqual({ below: 1, above: 2 })
    expect(cutRepeats([-110, -100, -90], -100)).toEqual({ below: 1, above: 1 })
  })

  it('draws a triangle in place of their dots, and says so', () => {
    const { container } = render(<RepeatTicks metric={sampleMetric('rate', 100, { values: [99, 100, 107, 200] })} />)
    const strip = screen.getByRole('img', { name: /; 2 repeats beyond it, marked by a triangle$/ })
    expect(strip.querySelectorAll('circle')).toHaveLength(2)
    expect(container.querySelectorAll('path')).toHaveLength(1)
  })

  it('draws no triangle if all repeats fit, or for two modes', () => {
    const steady = render(<RepeatTicks metric={sampleMetric('rate', 100, { values: [99, 100, 101] })} />)
    expect(steady.container.querySelectorAll('path')).toHaveLength(0)
    steady.unmount()
    const modes = [
      { median: 50, repeats: 2 },
      { median: 100, repeats: 2 },
    ]
    const split = render(<RepeatTicks metric={sampleMetric('rate', 75, { values: [50, 51, 100, 101], modes })} />)
    expect(split.container.querySelectorAll('path')).toHaveLength(0)
    expect(split.container.querySelectorAll('circle')).toHaveLength(4)
  })
})
