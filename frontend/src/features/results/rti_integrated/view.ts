import { streamChips, streams } from '../federate_streams/streams'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'

export const view: WorkloadView = {
  ...streams,
  total: (run) => workloadOf(run, 'rti_integrated').updates,
  chips: (given) => streamChips(ofKind(given, 'rti_integrated')),
}
