import type { Migration, RunDocument } from '@/api/contracts'
import { Card } from '@/components/card'
import { DataTable } from '@/components/data_table'
import { formatCount, plural } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { termLabel } from '@/lib/terms'
import { nodeName } from './series'

/** Migrations with their cause, size and pause; `note` says which if they are not all. */
export function MigrationTable({
  run,
  migrations,
  note,
}: {
  run: RunDocument
  migrations: readonly Migration[]
  note?: string
}) {
  if (migrations.length === 0) {
    return (
      <Card title="Migrations">
        <p>No entity moved.</p>
      </Card>
    )
  }
  return (
    <Card title="Migrations" subtitle={note ?? plural(migrations.length, 'migration')}>
      <DataTable
        caption="Migrations of the repeat"
        rows={migrations}
        rowKey={(one) => `${one.step}-${one.entity}`}
        columns={[
          {
            key: 'step',
            title: 'step',
            numeric: true,
            cell: (one) => formatCount(one.step),
            sortBy: (one) => one.step,
          },
          {
            key: 'entity',
            title: 'entity',
            numeric: true,
            cell: (one) => formatCount(one.entity),
            sortBy: (one) => one.entity,
          },
          { key: 'from', title: 'from', cell: (one) => nodeName(run, one.from_node) },
          { key: 'to', title: 'to', cell: (one) => nodeName(run, one.to_node) },
          { key: 'cause', title: 'cause', cell: (one) => termLabel(one.cause), sortBy: (one) => one.cause },
          {
            key: 'state',
            title: 'state',
            numeric: true,
            cell: (one) => formatQuantity(one.state_bytes, 'B'),
            sortBy: (one) => one.state_bytes,
          },
          {
            key: 'pause',
            title: 'pause',
            numeric: true,
            cell: (one) => formatQuantity(one.pause_ns, 'ns'),
            sortBy: (one) => one.pause_ns,
          },
        ]}
      />
    </Card>
  )
}
