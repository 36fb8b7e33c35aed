import { formatCount, formatNumber, plural } from '@/lib/format/number'
import { formatQuantity, quantity } from '@/lib/format/unit'
import type { RunDocument } from '@/api/contracts'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { constraintOf, isPlainModel, modelOf, STATE_KINDS } from './model'
import { ModelReport } from './model_report'

const MODEL_WORDS = { process: 'a process each', thread: 'a thread each', pooled: 'pooled' } as const

export const view: WorkloadView = {
  Report: ModelReport,

  total: (run) => workloadOf(run, 'universe_steps').steps,

  chips: (given, nodes) => {
    const workload = ofKind(given, 'universe_steps')
    const host =
      workload.manager_placement === 'master' && nodes.length > 1 ? ` on ${nodes[0]?.name ?? 'the master'}` : ''
    const constraint = constraintOf(workload)
    return [
      `${plural(workload.entities, 'entity', 'entities')}, ${MODEL_WORDS[workload.process_model]}`,
      workload.managers === 0 ? 'no manager' : `${plural(workload.managers, 'manager')}${host}`,
      plural(workload.monitors, 'monitor'),
      ...(constraint === '' ? [] : [`constraint ${constraint}`]),
      ...(workload.update_cost_us > 0 ? [`${formatQuantity(workload.update_cost_us, 'us')} an update`] : []),
    ]
  },

  liveFigures: (run, { messages }) => {
    const state = messages.filter(({ kind }) => STATE_KINDS.includes(kind))
    const per_s = state.reduce((total, message) => total + message.per_s, 0)
    const shown = quantity(per_s, 'messages/s')
    return [
      {
        title: 'State messages',
        value: messages.length > 0 ? shown.text : null,
        unit: `${shown.unit.replace('messages/s', '')}/s`.replace(' /', '/'),
        context: exactly(
          run,
          state.map(({ kind, per_step }) => ({ kind, per_step })),
        ),
      },
    ]
  },
}

/** What is known of the message model: the check of a finished repeat, or the counts of a step so far. */
function exactly(run: RunDocument, counted: readonly { kind: string; per_step: number }[]): string {
  const checks = run.repeats.flatMap((repeat) => repeat.checks).filter((check) => check.name.includes('message'))
  if (checks.length > 0) {
    return checks.every((check) => check.holds)
      ? 'exactly y·z and x·y·z each step ✓'
      : 'not as the model says: see the checks'
  }
  const workload = workloadOf(run, 'universe_steps')
  const model = modelOf(workload)
  if (model.x === 0) return 'no manager, so no state is sent'
  const entity = counted.find(({ kind }) => kind === 'state_from_entity')?.per_step
  if (entity === undefined || !Number.isFinite(entity))
    return `y·z = ${formatCount(model.from_entities)} a step by the model`
  const manager = counted.find(({ kind }) => kind === 'state_to_manager')?.per_step ?? 0
  const text = `${formatNumber(entity)} + ${formatNumber(manager)} a step`
  if (!isPlainModel(workload)) return text
  const near = (value: number, expected: number) => Math.abs(value - expected) <= 0.005 * expected
  return near(entity, model.from_entities) && near(manager, model.to_managers)
    ? `${text}, as the model says`
    : `${text}; by the model ${formatCount(model.from_entities)} + ${formatCount(model.to_managers)}`
}
