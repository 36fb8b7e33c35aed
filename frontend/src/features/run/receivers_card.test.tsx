import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { RunDocument, SummaryMetric } from '@/api/contracts'
import { ToastProvider } from '@/components/toasts'
import { sampleDocument } from '@/testing/sample_document'
import { extremesText, isOfReceiver, receiversOf } from '../results/receivers'
import { MetricsCard } from './metrics_card'
import { ReceiversCard } from './receivers_card'

function metric(name: string, median: number, unit: string): SummaryMetric {
  const spread = { low: median * 0.9, high: median * 1.1, interval: 'confidence' as const, modes: [] }
  return { name, title: name, unit, better: 'higher', median, values: [1, 2, 3, 4, 5].map(() => median), ...spread }
}

/** Federates 1 to 64; the higher its number, the slower a receiver is. */
function runOf(receivers: number): RunDocument {
  const each = Array.from({ length: receivers }, (_, index) => index + 1)
  return {
    ...sampleDocument(),
    metrics: [
      metric('received_rate', 5_000, 'messages/s'),
      ...each.map((n) => metric(`received_rate.federate${n}`, 10_000 - n * 10, 'messages/s')),
      ...each.map((n) => metric(`latency.p50.federate${n}`, 1_000 * n, 'ns')),
      ...each.map((n) => metric(`latency.p99.federate${n}`, 5_000 * n, 'ns')),
    ],
  }
}

describe('the receivers of a run', () => {
  it('are a table that can be sorted, with the extremes named above', async () => {
    const user = userEvent.setup({ delay: null })
    render(<ReceiversCard run={runOf(64)} />)
    const card = screen.getByRole('region', { name: 'Receivers' })
    expect(card).toHaveTextContent('64 federates, 5 repeats: median and 95 % interval')
    expect(card).toHaveTextContent(/Least received: federate 64 .* Most: federate 1 /)
    expect(card).toHaveTextContent(
      /Longest median latency: federate 64 \(64\.0.µs\)\. Shortest: federate 1 \(1\.00.µs\)/,
    )
    expect(within(card).getAllByRole('row')).toHaveLength(1 + 64)
    expect(within(card).getByRole('row', { name: /^3 / })).toHaveTextContent(
      /9.970 \(8.973 to 10.967\)3\.0\d* \(2\.70* to 3\.30*\)15\.0/,
    )
    const sort = within(card).getByRole('button', { name: /latency, median, µs/ })
    await user.click(sort)
    await user.click(sort)
    expect(within(card).getAllByRole('row')[1]).toHaveTextContent(/^64/)
  })

  it('are not in the list of metrics too', () => {
    render(
      <ToastProvider>
        <MetricsCard run={runOf(64)} />
      </ToastProvider>,
    )
    expect(screen.getAllByRole('row')).toHaveLength(1 + 1)
  })

  it('need no card where a run has none', () => {
    const { container } = render(<ReceiversCard run={sampleDocument()} />)
    expect(container).toBeEmptyDOMElement()
    expect(isOfReceiver({ name: 'received_rate.least' })).toBe(false)
    expect(isOfReceiver({ name: 'latency.p50.greatest' })).toBe(false)
  })

  it('say where a time is missing', () => {
    const [first] = receiversOf([metric('received_rate.federate7', 10, 'messages/s')])
    expect(first).toMatchObject({ federate: 7, p50: null, p99: null })
    expect(extremesText([{ federate: 7, rate: 10, p50: Number.NaN }], 'latency')).toBeNull()
  })
})
