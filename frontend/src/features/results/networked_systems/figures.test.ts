import { describe, expect, it } from 'vitest'
import type { NetworkedSystems, RunDocument, SummaryMetric } from '@/api/contracts'
import { sampleDocument } from '@/testing/sample_document'
import { errorMarks, levelLanes } from './figures'

function metric(name: string, median: number): SummaryMetric {
  return {
    name,
    title: name,
    unit: 'm',
    better: 'lower',
    values: [median],
    median,
    low: median,
    high: median,
    interval: 'range',
    modes: [],
  }
}

function runOf(workload: Partial<NetworkedSystems>, metrics: SummaryMetric[]): RunDocument {
  const sample = sampleDocument()
  const whole = { kind: 'networked_systems', approximation: 'first_order', threshold_m: 0.5, ...workload }
  return { ...sample, metrics, spec: { ...sample.spec, workload: whole as NetworkedSystems } }
}

describe('figures of networked systems', () => {
  it('hold errors against the threshold and the bound', () => {
    const marks = errorMarks(runOf({}, [metric('error.bound', 2)]))
    expect(marks.map(({ label, value }) => [label, value])).toEqual([
      ['threshold', 0.5],
      ['bound by threshold and way', 2],
    ])
  })

  it('know no threshold where state is sent all the time', () => {
    expect(errorMarks(runOf({ approximation: 'continuous' }, []))).toEqual([])
  })

  it('list levels from the top, up before down', () => {
    const names = ['level_10.up', 'traffic', 'level_2.down', 'level_2.up', 'level_1.down']
    const lanes = levelLanes(names.map((name) => metric(name, 1)))
    expect(lanes.map((lane) => lane.metric.name)).toEqual(['level_1.down', 'level_2.up', 'level_2.down', 'level_10.up'])
    expect(lanes[1]).toMatchObject({ level: 2, up: true })
  })
})
