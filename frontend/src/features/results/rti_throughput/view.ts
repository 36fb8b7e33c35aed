import { formatNumber, plural } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { termLabel } from '@/lib/terms'
import { dataPathChips } from '../data_path_chips'
import { peerChips } from '../peer_chips'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { ThroughputReport } from './throughput_report'

export const view: WorkloadView = {
  Report: null,
  Measured: ThroughputReport,
  total: (run) => {
    const load = workloadOf(run, 'rti_throughput')
    return load.cycles * load.updates_per_cycle
  },
  chips: (given) => {
    const load = ofKind(given, 'rti_throughput')
    const [sent, each] = load.exchanged === 'objects' ? ['updates', 'attribute'] : ['interactions', 'parameter']
    return [
      `${plural(load.cycles, 'cycle')} of ${formatNumber(load.updates_per_cycle, 3)} ${sent}`,
      plural(load.receivers, 'receiver'),
      `${plural(load.attributes, each)} of ${formatQuantity(load.attribute_bytes, 'B')}`,
      `process model ${termLabel(load.process_model)}`,
      ...peerChips(load.rti, load.coordinator),
      ...dataPathChips(load.data),
      ...(load.switch_every > 0 ? [`reliable in turn, every ${plural(load.switch_every, 'cycle')}`] : []),
    ]
  },
  liveFigures: () => [],
}
