import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleSweep } from '@/testing/sample_group'
import { commonScale } from '@/lib/format/unit'
import { MetricCell } from './results_table'

it('a figure whose windows are in two modes in most repeats shows both, in place of the median', () => {
  const [cell] = sampleSweep().cells
  if (cell === undefined) throw new Error('the sweep has no cells')
  const modes = [600, 50_000].map((median) => ({ median, windows: 5 }))
  const found = { series: 'step_time', title: 'Step time', unit: 'ns', repeat: 0, node_index: 0, modes, sentence: '' }
  const scale = commonScale('ns', [600])
  const show = (places: number) => {
    const window_modes = [{ ...found, places, places_measured: 4 }]
    return render(<MetricCell cell={{ ...cell, window_modes }} name="step_time.p50" scale={scale} />)
  }
  show(3)
  expect(screen.getByText('two modes')).toBeInTheDocument()
  expect(screen.getByText(/^over time: 600.*ns, 50.*s$/)).toBeInTheDocument()
  const { container } = show(2)
  expect(container).not.toHaveTextContent('two modes')
})
