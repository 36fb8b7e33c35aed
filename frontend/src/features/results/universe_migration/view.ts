import { formatNumber, plural } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { termLabel } from '@/lib/terms'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { LiveMigration } from './live_migration'
import { MigrationReport } from './migration_report'

export const view: WorkloadView = {
  Live: LiveMigration,
  Report: null,
  Measured: MigrationReport,
  total: (run) => workloadOf(run, 'universe_migration').steps,
  chips: (given) => {
    const workload = ofKind(given, 'universe_migration')
    return [
      `${plural(workload.entities, 'entity', 'entities')}, ${formatQuantity(workload.update_cost_us, 'us')} an update`,
      ...(workload.process_model === 'pooled' ? [] : [`process model ${termLabel(workload.process_model)}`]),
      ...(workload.resource_manager === 'inside' ? [] : ['resource manager apart']),
      workload.policy === 'none' ? 'no migration' : `policy ${termLabel(workload.policy)}`,
      ...(workload.policy === 'none' || workload.policy === 'balance'
        ? []
        : [`threshold ${formatNumber(workload.threshold_ms)} ms`]),
    ]
  },
  liveFigures: (_run, { messages }) => {
    const moved = messages.find(({ kind }) => kind === 'entity_state')
    return [
      {
        title: 'Migrations',
        value: moved === undefined ? null : formatNumber(moved.per_s),
        unit: '/s',
        context: 'each is in the events, with its cause and pause',
      },
    ]
  },
}
