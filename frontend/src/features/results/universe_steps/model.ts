/** The message model of a universe's step: x managers, y monitored components, z entities. Pure. */
import type { UniverseSteps } from '@/api/contracts'

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
export function plainState({ constraint_levels, state_flow }: UniverseSteps): boolean {
  return constraint_levels === 16 && state_flow === 'by_monitor'
}
