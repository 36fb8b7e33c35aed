import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ToastProvider } from '@/components/toasts'
import { sampleDocument } from '@/testing/sample_document'
import type { NodeReading } from '../results/readings'
import { UsesCard } from './uses_card'

function reading(minor_faults: number): NodeReading {
  return {
    windows: 1,
    step_typical: 1,
    step_slow: 1,
    steps_per_s: 1,
    done: 1,
    activities: [],
    messages: [],
    entities: 1,
    cores_used: 0.5,
    rss_bytes: 3_145_728,
    counts: [{ name: 'minor_faults', title: 'Minor page faults', per_s: minor_faults }],
    paths: [],
    receivers: [],
    records_lost: 0,
  }
}

describe('the resource use of a run', () => {
  it('is shown as rates for each node', () => {
    const nodes = new Map([
      [0, reading(70)],
      [1, reading(0)],
    ])
    render(
      <ToastProvider>
        <UsesCard run={sampleDocument()} reading={{ nodes, messages: [] }} />
      </ToastProvider>,
    )
    const row = screen.getByRole('row', { name: /Minor page faults/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['70', '0'])
    expect(screen.getByRole('row', { name: /Resident memory/ })).toHaveTextContent(/3(\.00?)? Mi?B/)
  })

  it('stands by node, in their order, where there are many', () => {
    const nodes = new Map([4, 2, 0, 1, 3].map((index): [number, NodeReading] => [index, reading(10 * index)]))
    render(
      <ToastProvider>
        <UsesCard run={sampleDocument()} reading={{ nodes, messages: [] }} />
      </ToastProvider>,
    )
    const faults = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[2]?.textContent)
    expect(faults).toEqual(['0', '10', '20', '30', '40'])
  })

  it('is left out for workers that do not tell it', () => {
    const { container } = render(
      <UsesCard
        run={sampleDocument()}
        reading={{ nodes: new Map([[0, { ...reading(0), counts: [] }]]), messages: [] }}
      />,
    )
    expect(container).toBeEmptyDOMElement()
  })
})
