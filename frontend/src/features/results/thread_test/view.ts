import { plural } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { ThreadTestReport } from './thread_test_report'

export const view: WorkloadView = {
  Report: null,
  Measured: ThreadTestReport,
  total: (run) => {
    const test = workloadOf(run, 'thread_test')
    return test.num_threads * test.slices
  },
  chips: (workload) => {
    const test = ofKind(workload, 'thread_test')
    return [
      plural(test.num_threads, 'thread'),
      plural(test.num_cpus, 'CPU'),
      `${test.slices} × ${formatQuantity(test.slice_us, 'us')} each`,
    ]
  },
  liveFigures: () => [],
}
