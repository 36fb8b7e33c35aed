/** The views of workloads, by their records: the folder of a view has the name of the workload's kind. */
import type { RunDocument, Workload } from '@/api/contracts'
import { workload_records, type WorkloadFamily, type WorkloadRecord } from '@/api/workloads'
import type { WorkloadView } from './workload_view'

const views = import.meta.glob<WorkloadView>('./*/view.ts', { eager: true, import: 'view' })

/** A workload of another version has no family. */
export type ShownFamily = WorkloadFamily | 'Other'

type ShownWorkload = WorkloadView & Omit<WorkloadRecord, 'kind' | 'family' | 'title'> & { readonly kind: string }

/** What is shown of a workload that this page does not know: all that is common to workloads. */
const any_workload: ShownWorkload = {
  kind: '',
  progress_unit: 'step',
  carried: '',
  between_nodes: [],
  first_fields: [],
  leading_metrics: [],
  chips: (workload) => [workload.kind],
  total: () => Number.NaN,
  liveFigures: () => [],
  Report: null,
}

const workloads = new Map<string, ShownWorkload>(
  workload_records.map((record) => [record.kind, { ...any_workload, ...record, ...views[`./${record.kind}/view.ts`] }]),
)
const families = new Map<string, WorkloadFamily>(workload_records.map(({ kind, family }) => [kind, family]))

export function workloadView(run: RunDocument): ShownWorkload {
  return workloads.get(run.summary.workload) ?? any_workload
}

export function workloadFamily(kind: string): ShownFamily {
  return families.get(kind) ?? 'Other'
}

/** What sets a workload apart before it has run anywhere. */
export function workloadChips(workload: Workload): readonly string[] {
  return (workloads.get(workload.kind) ?? any_workload).chips(workload, [])
}

/** Metrics of a run that say most, the first first; all of those are not in every run. */
export function leadingMetrics(kind: string): readonly string[] {
  return (workloads.get(kind) ?? any_workload).leading_metrics
}

/** Fields of a workload that a form shows first; empty: all. */
export function firstFields(kind: string): readonly string[] {
  return (workloads.get(kind) ?? any_workload).first_fields
}
