import { formatNumber, formatShare, plural } from '@/lib/format/number'
import { termLabel } from '@/lib/terms'
import { dataPathChips } from '../data_path_chips'
import { ofKind, workloadOf, type WorkloadView } from '../workload_view'
import { MixReport } from './mix_report'

export const view: WorkloadView = {
  Report: null,
  Measured: MixReport,
  /** Of federate 0, which is the one that is counted while it runs. */
  total: (run) => {
    const load = workloadOf(run, 'federation_mix')
    return Math.max(1, Math.round((load.objects / load.federates) * load.rate_hz * load.measured_s))
  },
  chips: (given) => {
    const load = ofKind(given, 'federation_mix')
    return [
      plural(load.federates, 'federate'),
      plural(load.objects, 'object'),
      plural(load.groups, 'group'),
      `${formatNumber(load.rate_hz)} Hz an object`,
      `${formatNumber(load.joins_per_s)} joins/s`,
      `${formatShare(load.both_share)} send and receive`,
      `process model ${termLabel(load.process_model)}`,
      ...dataPathChips(load.data),
    ]
  },
  liveFigures: () => [],
}
