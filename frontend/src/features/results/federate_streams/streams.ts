import type { RtiIntegrated, RtiStress } from '@/api/contracts'
import { formatNumber, plural } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { termLabel } from '@/lib/terms'
import { dataPathChips } from '../data_path_chips'
import type { WorkloadView } from '../workload_view'
import { StreamReport } from './stream_report'

/** What sets a run of streams apart. Pure. */
export function streamChips(load: RtiIntegrated | RtiStress): readonly string[] {
  const each = load.exchanged === 'objects' ? 'attribute' : 'parameter'
  return [
    `${plural(load.senders, 'sender')} of ${plural(load.federates, 'federate')}`,
    `${formatNumber(load.updates, 3)} ${load.exchanged === 'objects' ? 'updates' : 'interactions'} each`,
    `${plural(load.attributes, each)} of ${formatQuantity(load.attribute_bytes, 'B')}`,
    ...(load.types * load.instances > 1
      ? [`${plural(load.types, 'type')} of ${plural(load.instances, 'instance')}`]
      : []),
    ...(load.returned_every > 0 ? [`every ${formatNumber(load.returned_every)}th returned`] : []),
    ...(load.rate_hz > 0 ? [`${formatNumber(load.rate_hz)} Hz`] : []),
    ...(load.loads.cpu_share > 0 ? [`CPU hog of ${formatNumber(load.loads.cpu_share * 100)} %`] : []),
    ...(load.loads.traffic_per_s > 0 ? [`${formatNumber(load.loads.traffic_per_s)} datagrams/s beside`] : []),
    `process model ${termLabel(load.process_model)}`,
    ...dataPathChips(load.data),
  ]
}

/** What both workloads of streams have in common on the pages of a run. */
export const streams = {
  Report: null,
  Measured: StreamReport,
  liveFigures: () => [],
} satisfies Partial<WorkloadView>
