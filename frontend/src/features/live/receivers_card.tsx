import type { RunDocument } from '@/api/contracts'
import { Card } from '@/components/card'
import { DataTable, type DataColumn } from '@/components/data_table'
import { formatQuantity } from '@/lib/format/unit'
import layout from '../results/layout.module.css'
import { joinReceivers, type ReceiverReading } from '../results/readings'
import { extremesText, timesName } from '../results/receivers'
import { workloadView } from '../results/registry'
import { TableRegion } from '../results/table_region'
import type { RunReading } from '../results/workload_view'

/** What each federate receives now, and how long its messages take. */
export function ReceiversCard({ run, reading }: { run: RunDocument; reading: RunReading }) {
  const rows = joinReceivers(reading.nodes.values())
  if (rows.length === 0) return null
  const times = timesName(workloadView(run).leading_metrics)
  const timed = rows.some(({ p50 }) => Number.isFinite(p50))
  const columns: readonly DataColumn<ReceiverReading>[] = [
    { key: 'federate', title: 'federate', cell: ({ federate }) => federate, sortBy: ({ federate }) => federate },
    column('received_per_s', 'received per second', 'messages/s'),
    ...(timed ? [column('p50', `${times}, median`, 'ns'), column('p99', `${times}, 99 %`, 'ns')] : []),
  ]
  const ends = extremesText(
    rows.map(({ federate, received_per_s, p50 }) => ({ federate, rate: received_per_s, p50 })),
    times,
  )
  return (
    <Card
      title="Receivers"
      subtitle={timed ? 'rates over the last second; times of the newest window' : 'rates over the last second'}
    >
      {ends === null ? null : <p className={layout['note']}>{ends}</p>}
      <TableRegion dense label="Receivers">
        <DataTable
          caption="What each receiver gets now"
          columns={columns}
          rows={rows}
          rowKey={({ federate }) => String(federate)}
        />
      </TableRegion>
    </Card>
  )
}

function column(key: 'received_per_s' | 'p50' | 'p99', title: string, unit: string): DataColumn<ReceiverReading> {
  return {
    key,
    title,
    numeric: true,
    cell: (row) => (Number.isFinite(row[key]) ? formatQuantity(row[key], unit) : '–'),
    sortBy: (row) => (Number.isFinite(row[key]) ? row[key] : null),
  }
}
