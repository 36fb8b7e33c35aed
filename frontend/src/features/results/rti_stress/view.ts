import { streamChips, streams } from '../federate_streams/streams'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'

export const rti_stress: WorkloadView = {
  ...streams,
  kind: 'rti_stress',
  total: (run) => workloadOf(run, 'rti_stress').updates,
  chips: (given) => streamChips(ofKind(given, 'rti_stress')),
}
