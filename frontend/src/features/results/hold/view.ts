import { formatNumber, plural } from '@/lib/format/number'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { HoldReport } from './hold_report'

/** Structures that a run measures, one after the other. */
const STRUCTURES = 5

export const hold: WorkloadView = {
  kind: 'hold',
  family: 'Event simulation',
  unit_of_progress: 'operation',
  carried: 'events',
  between_nodes: [],
  leading_metrics: ['hold.buckets', 'hold.ladder', 'hold.calendar', 'hold.quaternary_heap', 'hold.binary_heap'],
  Report: null,
  Measured: HoldReport,
  total: (run) => STRUCTURES * workloadOf(run, 'hold').operations,
  chips: (workload) => {
    const wanted = ofKind(workload, 'hold')
    return [plural(wanted.population, 'event'), `${formatNumber(wanted.operations, 3)} operations`]
  },
  liveFigures: () => [],
}
