import { formatNumber, plural } from '@/lib/format/number'
import { termLabel } from '@/lib/terms'
import { peerChips } from '../peer_chips'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { AdvanceReport } from './advance_report'

export const view: WorkloadView = {
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
