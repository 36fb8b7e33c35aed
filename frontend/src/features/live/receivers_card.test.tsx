import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FrameSchema } from '@/api/contracts'
import { WindowRing } from '@/lib/stream'
import { sampleDocument } from '@/testing/sample_document'
import { joinReceivers, readNode } from '../results/readings'
import { ReceiversCard } from './receivers_card'

const schema: FrameSchema = {
  schema_id: 1,
  kind: 'window',
  columns: [
    ['window_ns', 'time', 'window_ns'],
    ...[1, 2].flatMap((n) =>
      ['received', 'p50', 'p99'].map((what) => [`receiver.${n}.${what}`, 'receiver', `receiver.${n}`]),
    ),
  ].map(([name = '', role, series = '']) => ({
    name,
    title: `Federate: from sending to delivery ${name}`,
    type: 'f64',
    unit: 'ns',
    role: role as 'time' | 'receiver',
    series,
  })),
}

function ringOf(rows: readonly (readonly number[])[]): WindowRing {
  const ring = new WindowRing(schema, 600)
  rows.forEach((row, at) => {
    const header = { schema_id: 1, kind: 'window' as const, node_index: 0, repeat: 0, rows: 1, dropped: 0 }
    ring.push(
      { ...header, sequence: at + 1, done: at, time_ns: (at + 1) * 1e8 },
      [1e8, ...row].map((value) => Float64Array.of(value)),
    )
  })
  return ring
}

describe('receivers while a run is on', () => {
  it('have the rates of the last second and the times of the newest window that has some', () => {
    const none = Number.NaN
    const rows = Array.from({ length: 20 }, (_, at) => [
      at * 100,
      at === 18 ? 700 : none,
      at === 18 ? 900 : none,
      0,
      none,
      none,
    ])
    const [first, second] = readNode(ringOf(rows)).receivers
    expect(first).toMatchObject({ federate: 1, p50: 700, p99: 900 })
    expect(first?.received_per_s).toBeCloseTo(1_000)
    expect(second).toMatchObject({ federate: 2, received_per_s: 0 })
    expect(second?.p50).toBeNaN()
  })

  it('are joined over nodes: one tells the messages, another the times', () => {
    const none = Number.NaN
    const times = readNode(ringOf(Array.from({ length: 12 }, () => [0, 500, 800, 0, none, none])))
    const counts = readNode(ringOf(Array.from({ length: 12 }, (_, at) => [at * 10, none, none, at * 20, none, none])))
    const [first, second] = joinReceivers([times, counts])
    expect(first).toMatchObject({ federate: 1, p50: 500, p99: 800 })
    expect(first?.received_per_s).toBeCloseTo(100)
    expect(second?.received_per_s).toBeCloseTo(200)
    const nodes = new Map([
      [0, times],
      [1, counts],
    ])
    render(<ReceiversCard run={{ ...sampleDocument(), schemas: [schema] }} reading={{ nodes, messages: [] }} />)
    const card = screen.getByRole('region', { name: 'Receivers' })
    expect(card).toHaveTextContent('Least received: federate 1')
    expect(within(card).getByRole('row', { name: /^2 / })).toHaveTextContent(/––$/)
  })

  it.each([
    ['rti_integrated', 'round trip'],
    ['rti_stress', 'round trip'],
    ['federation_mix', 'latency'],
  ] as const)('of %s have the times that its metrics are of, whatever their columns are called', (kind, times) => {
    const nodes = new Map([[0, readNode(ringOf(Array.from({ length: 12 }, () => [0, 500, 800, 0, 600, 900])))]])
    render(
      <ReceiversCard
        run={{ ...sampleDocument({ workload: kind }), schemas: [schema] }}
        reading={{ nodes, messages: [] }}
      />,
    )
    expect(screen.getByRole('columnheader', { name: `${times}, median` })).toBeVisible()
  })
})
