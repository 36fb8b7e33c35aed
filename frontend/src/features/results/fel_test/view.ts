import { plural } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { FelTestReport } from './fel_test_report'

export const view: WorkloadView = {
  Report: null,
  Measured: FelTestReport,
  total: (run) => {
    const test = workloadOf(run, 'fel_test')
    return 2 * test.num_srcs * test.src_events
  },
  chips: (workload) => {
    const test = ofKind(workload, 'fel_test')
    return [
      `${plural(test.num_srcs, 'source')} on ${plural(test.num_cpus, 'CPU')}`,
      `${formatQuantity(test.e_dly, 'us')} an event`,
      test.f_dly > 0 ? `list ${formatQuantity(test.f_dly, 'us')}` : 'list without overhead',
    ]
  },
  liveFigures: () => [],
}
