import { plural } from '@/lib/format/number'
import { termLabel } from '@/lib/terms'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { ProcessActivityReport } from './process_activity_report'

export const view: WorkloadView = {
  Report: null,
  Measured: ProcessActivityReport,
  total: (run) => workloadOf(run, 'process_activity').launches,
  chips: (given) => {
    const workload = ofKind(given, 'process_activity')
    return [
      `${plural(workload.entities, 'entity', 'entities')}, ${plural(workload.managers, 'manager')}`,
      `process model ${termLabel(workload.process_model)}`,
      plural(workload.launches, 'launch', 'launches'),
    ]
  },
  liveFigures: () => [],
}
