import type { NetworkedSystems } from '@/api/contracts'
import { formatNumber, plural } from '@/lib/format/number'
import { termLabel } from '@/lib/terms'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { NetworkedReport } from './networked_report'

function approximationWords(workload: NetworkedSystems): string {
  if (workload.approximation === 'continuous') return 'state sent each step'
  return `dead reckoning, ${termLabel(workload.approximation)}, ${formatNumber(workload.threshold_m)} m`
}

export const view: WorkloadView = {
  Report: null,
  Measured: NetworkedReport,
  total: (run) => workloadOf(run, 'networked_systems').steps,
  chips: (given) => {
    const workload = ofKind(given, 'networked_systems')
    return [
      `${plural(workload.users, 'user')} in ${plural(workload.systems, 'system')}`,
      approximationWords(workload),
      `${termLabel(workload.delivery)}, ${formatNumber(workload.link_latency_ms)} ms a link`,
    ]
  },
  liveFigures: () => [],
}
