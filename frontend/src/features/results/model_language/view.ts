import type { ModelLanguage } from '@/api/contracts'
import { formatCount, plural } from '@/lib/format/number'
import { termLabel } from '@/lib/terms'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { LanguageReport } from './language_report'

/** What a round measures: five kinds of components, dependencies, live change, text, four primitives, instances. */
const WORKS_OF_A_ROUND = 13

/** Figures that the measured part takes: those of arrays of 1, 10, 100 … and of elements in elements besides. */
export function figureCount({ array_length, nesting, rounds }: ModelLanguage): number {
  const arrays = Math.ceil(Math.log10(array_length)) + 1
  return rounds * (WORKS_OF_A_ROUND + arrays + nesting + 1)
}

export const view: WorkloadView = {
  Report: null,
  Measured: LanguageReport,
  total: (run) => figureCount(workloadOf(run, 'model_language')),
  chips: (workload) => {
    const load = ofKind(workload, 'model_language')
    return [
      load.model.kind === 'shipped' ? `model ${termLabel(load.model.name)}` : 'own model',
      `arrays to ${formatCount(load.array_length)}`,
      plural(load.rounds, 'round'),
    ]
  },
  liveFigures: () => [],
}
