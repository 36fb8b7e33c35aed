import type { Phold } from '@/api/contracts'
import { formatNumber, plural } from '@/lib/format/number'
import { termLabel } from '@/lib/terms'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { PholdReport } from './phold_report'

export function engineWords({ engine, workers, list }: Pick<Phold, 'engine' | 'workers' | 'list'>): string {
  const threads = engine === 'sequential' ? 'one thread' : plural(workers, 'worker')
  return `${termLabel(engine)}, ${threads}, ${termLabel(list)}`
}

export const view: WorkloadView = {
  Report: null,
  Measured: PholdReport,
  total: (run) => workloadOf(run, 'phold').events,
  chips: (workload) => {
    const load = ofKind(workload, 'phold')
    return [
      engineWords(load),
      `${formatNumber(load.population, 3)} events on ${plural(load.lps, 'LP')}`,
      `lookahead ${formatNumber(load.lookahead)}`,
    ]
  },
  liveFigures: () => [],
}
