/**
 * What a workload adds to the pages of a run, beside its record (`@/api/workloads`). Everything else on them is the same for all workloads and works from the
 * contracts: metrics and checks are named, telemetry columns say what they are for.
 */
import type { ComponentType } from 'react'
import type { RunDocument, RunEvent, Workload } from '@/api/contracts'
import type { RunTopic } from '@/lib/stream'
import type { MessageReading, NodeReading } from './readings'

export interface ViewFigure {
  readonly title: string
  /** Null while it is not known yet. */
  readonly value: string | null
  readonly unit: string
  readonly context: string
}

/** The newest readings of all nodes that have sent any, by node index. */
export interface RunReading {
  readonly nodes: ReadonlyMap<number, NodeReading>
  readonly messages: readonly MessageReading[]
}

export interface LiveViewProps {
  readonly run: RunDocument
  readonly topic: RunTopic | null
  readonly events: readonly RunEvent[]
  readonly reading: RunReading
}

export interface WorkloadView {
  /** What sets a run of this workload apart, for chips: `40 entities`. Nodes are those of a run, master first. */
  chips(workload: Workload, nodes: readonly { readonly name: string }[]): readonly string[]
  /** Units of progress that the measured part has. */
  total(run: RunDocument): number
  /** More figures of merit while the run is on. */
  liveFigures(run: RunDocument, reading: RunReading): readonly ViewFigure[]
  /** A part of its own in the wide column while the run is on. */
  readonly Live?: ComponentType<LiveViewProps>
  /** A part of its own on the page of a run that has ended. */
  readonly Report: ComponentType<{ run: RunDocument }> | null
  /** The same in the wide column, above the metrics: charts and tables. */
  readonly Measured?: ComponentType<{ run: RunDocument }>
}

/** One member of the union. */
export type WorkloadOf<Kind extends Workload['kind']> = Extract<Workload, { kind: Kind }>

/** A workload that is known to be of this kind. */
export function ofKind<Kind extends Workload['kind']>(workload: Workload, kind: Kind): WorkloadOf<Kind> {
  if (workload.kind !== kind) throw new Error(`the workload is ${workload.kind}, not ${kind}`)
  return workload as WorkloadOf<Kind>
}

/** The workload of a run that is known to be of this kind. */
export function workloadOf<Kind extends Workload['kind']>(run: RunDocument, kind: Kind): WorkloadOf<Kind> {
  return ofKind(run.spec.workload, kind)
}
