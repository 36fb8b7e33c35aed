import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { RunDocument } from '@/api/contracts'
import { ToastProvider } from '@/components/toasts'
import { sampleDocument } from '@/testing/sample_document'
import { modesOverTime } from '@/lib/metric_words'
import { MetricsCard } from './metrics_card'
import { ReportFigures } from './report_figures'

/** A run that measured so many metrics. */
function runWith(count: number): RunDocument {
  const run = sampleDocument()
  const metrics = Array.from({ length: count }, (_, index) => ({
    name: `metric_${index}`,
    title: `Metric ${index}`,
    unit: 'ns',
    better: 'lower' as const,
    median: index,
    low: index,
    high: index,
    interval: 'range' as const,
    modes: [],
    values: [index],
  }))
  return { ...run, metrics }
}

function show(run: RunDocument) {
  render(
    <ToastProvider>
      <MetricsCard run={run} />
    </ToastProvider>,
  )
}

describe('the metrics of a run', () => {
  it('are all there where they are few', () => {
    show(runWith(30))
    expect(screen.getAllByRole('row')).toHaveLength(1 + 30)
    expect(screen.queryByRole('button', { name: /^All/ })).toBeNull()
  })

  it('are shown whole on request where they are many', async () => {
    const user = userEvent.setup({ delay: null })
    show(runWith(120))
    expect(screen.getAllByRole('row')).toHaveLength(1 + 24)
    await user.click(screen.getByRole('button', { name: 'All 120 metrics' }))
    expect(screen.getAllByRole('row')).toHaveLength(1 + 120)
  })

  it('name two modes in place of a median that no repeat had', () => {
    const run = runWith(1)
    const modes = [
      { median: 600, repeats: 3 },
      { median: 50_000, repeats: 2 },
    ]
    show({ ...run, metrics: run.metrics.map((metric) => ({ ...metric, modes })) })
    expect(screen.getByText(/^two modes: 600.*ns in 3 repeats, 50.*s in 2 repeats$/)).toBeVisible()
    const values = [600, 600, 600, 50_000, 50_000]
    show({ ...run, metrics: run.metrics.map((metric) => ({ ...metric, modes, values, low: 600, high: 50_000 })) })
    const dots = screen.getByRole('img', { name: /^5 repeats from .*, two modes: 600.*ns in 3 repeats, 50/ })
    expect(dots.querySelectorAll('line')).toHaveLength(1 + 2)
    expect(dots.querySelector('rect')).toBeNull()
  })

  it('name two modes over time, and show no middle value where most repeats have them', () => {
    const run = runWith(1)
    const name = 'step_time.p50'
    const found = {
      series: 'step_time',
      title: 'Step time',
      unit: 'ns',
      repeat: 0,
      node_index: 0,
      modes: [
        { median: 600, windows: 30 },
        { median: 50_000, windows: 20 },
      ],
      places: 3,
      places_measured: 5,
      sentence: 'Step time has two modes over time.',
    }
    const metrics = run.metrics.map((metric) => ({ ...metric, name }))
    show({ ...run, metrics, window_modes: [found] })
    expect(screen.getByText('Step time has two modes over time.')).toBeVisible()
    expect(screen.getByText(/^two modes over time: 600.*ns, 50.*s$/)).toBeVisible()
    render(<ReportFigures run={{ ...run, metrics, window_modes: [found] }} />)
    expect(screen.getByText(/^over time: 600.*ns, 50.*s$/)).toBeVisible()
    expect(modesOverTime({ name }, [{ ...found, places: 2 }])).toBeNull()
    expect(modesOverTime({ name: 'step_time.p99' }, [found])).toBeNull()
  })

  it('call the ends of few repeats a range', () => {
    show(runWith(1))
    expect(screen.getByRole('columnheader', { name: 'range' })).toBeVisible()
  })
})
