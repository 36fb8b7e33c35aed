import { formatNumber, plural } from '@/lib/format/number'
import { termLabel } from '@/lib/terms'
import { peerChips } from '../peer_chips'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { AdvanceReport } from './advance_report'

export const rti_time_advance: WorkloadView = {
  kind: 'rti_time_advance',
  family: 'Federations',
  unit_of_progress: 'grant',
  carried: 'federates',
  between_nodes: [],
  leading_metrics: ['grants_per_second', 'grants_per_second.least', 'grant_time', 'computations_per_grant'],
  Report: null,
  Measured: AdvanceReport,
  total: (run) => workloadOf(run, 'rti_time_advance').advances,
  chips: (given) => {
    const load = ofKind(given, 'rti_time_advance')
    return [
      plural(load.federates, 'federate'),
      `step ${formatNumber(load.step)}, lookahead ${formatNumber(load.lookahead, 4)}`,
      `process model ${termLabel(load.process_model)}`,
      ...peerChips(load.rti),
    ]
  },
  liveFigures: () => [],
}
