/** The views of workloads. A new workload adds one line here and one folder beside this file. */
import type { RunDocument, Workload } from '@/api/contracts'
import { federation_mix } from './federation_mix/view'
import { fel_test } from './fel_test/view'
import { hold } from './hold/view'
import { messaging } from './messaging/view'
import { model_language } from './model_language/view'
import { networked_systems } from './networked_systems/view'
import { phold } from './phold/view'
import { process_activity } from './process_activity/view'
import { primitives } from './primitives/view'
import { rti_integrated } from './rti_integrated/view'
import { rti_latency } from './rti_latency/view'
import { rti_stress } from './rti_stress/view'
import { rti_throughput } from './rti_throughput/view'
import { rti_time_advance } from './rti_time_advance/view'
import { thread_test } from './thread_test/view'
import { universe_migration } from './universe_migration/view'
import { universe_steps } from './universe_steps/view'
import type { WorkloadFamily, WorkloadView } from './workload_view'

const views: readonly WorkloadView[] = [
  universe_steps,
  universe_migration,
  model_language,
  phold,
  fel_test,
  thread_test,
  primitives,
  hold,
  process_activity,
  messaging,
  networked_systems,
  rti_latency,
  rti_throughput,
  rti_time_advance,
  rti_integrated,
  rti_stress,
  federation_mix,
]

/** What is shown of a workload that this page does not know: all that is common to workloads. */
const any_workload: WorkloadView = {
  kind: '',
  family: 'Other',
  unit_of_progress: 'step',
  carried: '',
  between_nodes: [],
  leading_metrics: ['step_time.p50', 'step_time.p99', 'steps_per_second'],
  chips: (workload) => [workload.kind],
  total: () => Number.NaN,
  liveFigures: () => [],
  Report: null,
}

function viewOf(kind: string): WorkloadView {
  return views.find((view) => view.kind === kind) ?? any_workload
}

export function workloadView(run: RunDocument): WorkloadView {
  return viewOf(run.summary.workload)
}

export function workloadFamily(kind: string): WorkloadFamily {
  return viewOf(kind).family
}

/** In the order in which they are offered. */
export const workload_families: readonly WorkloadFamily[] = [...new Set(views.map(({ family }) => family))]

/** What sets a workload apart before it has run anywhere. */
export function workloadChips(workload: Workload): readonly string[] {
  return viewOf(workload.kind).chips(workload, [])
}
