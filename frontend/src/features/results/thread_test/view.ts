import { plural } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { ThreadTestReport } from './thread_test_report'

export const thread_test: WorkloadView = {
  kind: 'thread_test',
  family: 'Machine alone',
  unit_of_progress: 'slice',
  carried: 'threads',
  between_nodes: [],
  leading_metrics: ['speedup', 'ideal_share', 'elapsed', 'cpu_per_slice', 'spread'],
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
