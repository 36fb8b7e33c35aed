/** The message model of a universe's step: x managers, y monitored components, z entities. Pure. */
import type { Metric, UniverseSteps } from '@/api/contracts'
import { formatCount, formatNumber } from '@/lib/format/number'

export const STATE_KINDS: readonly string[] = ['state_from_entity', 'state_to_manager']

export interface StepModel {
  readonly x: number
  readonly y: number
  readonly z: number
  /** State updates from entities in a step in which all change: y·z, or none if no manager is interested. */
  readonly from_entities: number
  /** State updates to managers: x·y·z. */
  readonly to_managers: number
}

export function modelOf({ managers: x, monitors: y, entities: z }: UniverseSteps): StepModel {
  return { x, y, z, from_entities: x === 0 ? 0 : y * z, to_managers: x * y * z }
}

/** Every entity changes in every step and is sent to each manager, so that each step carries the same. */
export function isPlainModel(workload: UniverseSteps): boolean {
  return workload.changing_share === 1 && workload.update_period_steps === 1 && plainState(workload)
}

/** No constraint function filters state, and each manager has its own message of it. */
export function plainState(workload: UniverseSteps): boolean {
  return workload.constraint_levels === 16 && constraintOf(workload) === '' && workload.state_flow === 'by_monitor'
}

/** Name of the model's constraint that entities evaluate before they send; empty if there is none. */
export function constraintOf({ state, managers }: UniverseSteps): string {
  return state.kind === 'model' && managers > 0 ? state.constraint : ''
}

/** What the constraint functions of a repeat held back, as a sentence; empty if there are none. */
export function heldBack(metrics: readonly Metric[]): string {
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value
  const changes = value('changes_held_back')
  const share = value('held_back_share')
  if (changes === undefined || share === undefined) return ''
  return `Held back at the source: ${formatCount(changes)} changes, ${formatNumber(share * 100)} %.`
}
