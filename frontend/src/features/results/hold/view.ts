import { formatNumber, plural } from '@/lib/format/number'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { HoldReport } from './hold_report'

/** Structures that a run measures, one after the other. */
const STRUCTURES = 5

export const view: WorkloadView = {
  Report: null,
  Measured: HoldReport,
  total: (run) => STRUCTURES * workloadOf(run, 'hold').operations,
  chips: (workload) => {
    const wanted = ofKind(workload, 'hold')
    return [plural(wanted.population, 'event'), `${formatNumber(wanted.operations, 3)} operations`]
  },
  liveFigures: () => [],
}
