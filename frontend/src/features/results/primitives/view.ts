import { plural } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { PrimitivesReport } from './primitives_report'

/** Primitives that a run measures in turns. */
const PRIMITIVES = 11

export const primitives: WorkloadView = {
  kind: 'primitives',
  family: 'Machine alone',
  unit_of_progress: 'batch',
  carried: 'primitives',
  between_nodes: [],
  leading_metrics: [
    'unbound_thread_create',
    'process_create',
    'mutex_lock_unlock',
    'semaphore_post_wait',
    'thread_specific_data_reference',
  ],
  Report: null,
  Measured: PrimitivesReport,
  total: (run) => PRIMITIVES * workloadOf(run, 'primitives').batches,
  chips: (workload) => {
    const wanted = ofKind(workload, 'primitives')
    return [plural(wanted.batches, 'batch', 'batches'), `${formatQuantity(wanted.batch_ms * 1000, 'us')} each`]
  },
  liveFigures: () => [],
}
