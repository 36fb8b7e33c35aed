import type { RunDocument, SummaryMetric } from '@/api/contracts'
import type { ValueMark } from '@/viz/value_bars'
import { metricOf } from '../value_card'
import { workloadOf } from '../workload_view'

/** What an error is compared with: the threshold where shadows reckon, and the bound of all. Pure. */
export function errorMarks(run: RunDocument): ValueMark[] {
  const workload = workloadOf(run, 'networked_systems')
  const bound = metricOf(run, 'error.bound')
  return [
    ...(workload.approximation === 'continuous'
      ? []
      : [{ label: 'threshold', value: workload.threshold_m, published: false, colour: 'var(--ink)' }]),
    ...(bound === undefined
      ? []
      : [{ label: 'bound by threshold and way', value: bound.median, published: false, colour: 'var(--node-2)' }]),
  ]
}

export interface LevelLane {
  readonly metric: SummaryMetric
  readonly level: number
  readonly up: boolean
}

/** The metrics `level_N.up` and `level_N.down`, from the top. Pure. */
export function levelLanes(metrics: readonly SummaryMetric[]): LevelLane[] {
  return metrics
    .flatMap((metric): LevelLane[] => {
      const found = /^level_(\d+)\.(up|down)$/.exec(metric.name)
      return found === null ? [] : [{ metric, level: Number(found[1]), up: found[2] === 'up' }]
    })
    .sort((a, b) => a.level - b.level || Number(b.up) - Number(a.up))
}
