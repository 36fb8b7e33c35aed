import { describe, expect, it } from 'vitest'
import type { PublishedTable, RunDocument, SummaryMetric, Workload } from '@/api/contracts'
import { buildModel, emptyOf } from '@/lib/document/model'
import { documentSchema } from '@/testing/contracts'
import { sampleDocument } from '@/testing/sample_document'
import { publishedMarks } from './primitives/published'
import { workloadChips, workloadView } from './registry'
import { metricOf, valueBars } from './value_card'

const workload_node = buildModel(documentSchema('RunSpec')).fields.find(({ key }) => key === 'workload')?.node
const members = workload_node?.kind === 'union' ? workload_node.members : []

function metric(name: string, median: number, unit: string): SummaryMetric {
  return {
    name,
    title: name,
    unit,
    better: 'lower',
    values: [median],
    median,
    low: median * 0.9,
    high: median * 1.1,
    interval: 'range',
    modes: [],
  }
}

describe('the views of workloads', () => {
  it('are told of all by the schema', () => {
    expect(members.map(({ tag }) => tag)).toEqual(
      expect.arrayContaining(['universe_steps', 'phold', 'fel_test', 'thread_test', 'primitives', 'hold']),
    )
  })

  it.each(members.map(({ tag, node }) => ({ tag, workload: emptyOf(node) as unknown as Workload })))(
    '$tag has a view that knows what sets a run apart and how long it is',
    ({ tag, workload }) => {
      const sample = sampleDocument()
      const run: RunDocument = {
        ...sample,
        summary: { ...sample.summary, workload: tag },
        spec: { ...sample.spec, workload },
      }
      const view = workloadView(run)
      expect(view.kind).toBe(tag)
      expect(workloadChips(workload).every((chip) => chip !== '' && !chip.includes('NaN'))).toBe(true)
      expect(workloadChips(workload)).not.toEqual([tag])
      expect(view.total(run)).toBeGreaterThan(0)
    },
  )
})

describe('bars of measured values', () => {
  it('share one unit, or have their own over decades', () => {
    const values = [
      { metric: metric('a', 2_000_000, 'ns'), label: 'a' },
      { metric: metric('b', 40, 'ns'), label: 'b' },
    ]
    const linear = valueBars('x', values, false)
    expect(linear.format(900_000)).toBe('0.900\u00a0ms')
    // It would read 0.00004 ms.
    expect(linear.format(40)).toBe('40\u00a0ns')
    const decades = valueBars('x', values, true)
    expect(decades.format(40)).toBe('40\u00a0ns')
    expect(decades.rows.map(({ key, low }) => [key, low])).toEqual([
      ['a', 1_800_000],
      ['b', 36],
    ])
  })

  it('stand beside published values in the same unit', () => {
    const table = {
      columns: ['function', 'sparc4_110mhz', 'origin2000_250mhz'],
      rows: [
        ['mutex_lock_unlock', 1.8, 0.5],
        ['bound_thread_create', 720, null],
      ],
    } as unknown as PublishedTable
    expect(publishedMarks(table, 'mutex_lock_unlock')).toEqual([
      { label: 'Sun Sparc 4, 110 MHz', value: 1800, published: true },
      { label: 'SGI Origin 2000, 250 MHz', value: 500, published: true },
    ])
    expect(publishedMarks(table, 'bound_thread_create')).toHaveLength(1)
    expect(publishedMarks(table, 'thread_local_reference')).toEqual([])
    expect(publishedMarks(undefined, 'mutex_lock_unlock')).toEqual([])
  })

  it('leave out what a run has not measured', () => {
    expect(metricOf(sampleDocument(), 'speedup')).toBeUndefined()
  })
})
