import { plural } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { PrimitivesReport } from './primitives_report'

/** Primitives that a run measures in turns. */
const PRIMITIVES = 11

export const view: WorkloadView = {
  Report: null,
  Measured: PrimitivesReport,
  total: (run) => PRIMITIVES * workloadOf(run, 'primitives').batches,
  chips: (workload) => {
    const wanted = ofKind(workload, 'primitives')
    return [plural(wanted.batches, 'batch', 'batches'), `${formatQuantity(wanted.batch_ms * 1000, 'us')} each`]
  },
  liveFigures: () => [],
}
