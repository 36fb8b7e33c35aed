import { plural } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { termLabel } from '@/lib/terms'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { MessagingReport } from './messaging_report'

export const view: WorkloadView = {
  Report: null,
  Measured: MessagingReport,
  total: (run) => {
    const { exchanges, streamed } = workloadOf(run, 'messaging')
    return exchanges + streamed
  },
  chips: (given, nodes) => {
    const workload = ofKind(given, 'messaging')
    return [
      `messages of ${formatQuantity(workload.message_bytes, 'B')}`,
      plural(workload.exchanges, 'exchange'),
      ...(workload.streamed === 0 ? [] : [`${plural(workload.streamed, 'message')} streamed`]),
      ...(nodes.length > 1 ? [] : [`process model ${termLabel(workload.process_model)}`]),
    ]
  },
  liveFigures: () => [],
}
