import { formatNumber, plural } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { termLabel } from '@/lib/terms'
import { dataPathChips } from '../data_path_chips'
import { peerChips } from '../peer_chips'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { RoundTripReport } from './round_trip_report'

const avoidances = {
  none: 'no congestion avoidance',
  sender: 'congestion avoidance by the sender',
  rti: 'congestion avoidance by the RTI',
}

export const view: WorkloadView = {
  Report: null,
  Measured: RoundTripReport,
  total: (run) => workloadOf(run, 'rti_latency').round_trips,
  chips: (given) => {
    const load = ofKind(given, 'rti_latency')
    const each = load.exchanged === 'objects' ? 'attribute' : 'parameter'
    return [
      `${plural(load.round_trips, 'round trip')} of ${termLabel(load.exchanged)}`,
      `${plural(load.attributes, each)} of ${formatQuantity(load.attribute_bytes, 'B')}`,
      `process model ${termLabel(load.process_model)}`,
      ...peerChips(load.rti, load.coordinator),
      ...dataPathChips(load.data),
      avoidances[load.congestion_avoidance],
      ...(load.rate_hz === 0 ? [] : [`at most ${formatNumber(load.rate_hz)} Hz`]),
    ]
  },
  liveFigures: () => [],
}
