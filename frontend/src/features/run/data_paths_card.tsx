import type { PathUse, RunDocument } from '@/api/contracts'
import { Card } from '@/components/card'
import { DataTable, type DataColumn } from '@/components/data_table'
import { NodeName } from '@/components/node_dot'
import { formatCount, plural } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { CARRIED, countsThatTell, LOSSES, PACKETS, pathLabel } from '../results/data_paths'
import layout from '../results/layout.module.css'
import { TableRegion } from '../results/table_region'

interface Row {
  readonly node: string
  readonly colour: number
  readonly use: PathUse
}

/** What each way of data carried, lost and mended in the last finished repeat, by federate as its node of the RTI counts. */
export function DataPathsCard({ run }: { run: RunDocument }) {
  const repeat = run.repeats.findLast((one) => one.nodes.some((node) => node.paths.length > 0))
  if (repeat === undefined) return null
  const rows = repeat.nodes.flatMap((node) => {
    const placed = run.nodes.find((one) => one.index === node.node_index)
    return node.paths.map((use): Row => ({
      node: placed?.name ?? `node ${node.node_index}`,
      colour: placed?.colour ?? 8,
      use,
    }))
  })
  const counts = [...CARRIED, ...LOSSES, ...PACKETS]
  const { shown, none } = countsThatTell(counts, (name) => rows.some(({ use }) => use[name] > 0))
  const columns: readonly DataColumn<Row>[] = [
    {
      key: 'name',
      title: run.nodes.length > 1 ? 'node' : 'federate',
      cell: ({ node, colour, use }) =>
        // Over several nodes each has one node of the RTI.
        run.nodes.length > 1 ? <NodeName name={node} colour={colour} /> : use.name.replace(/^federate /, ''),
      sortBy: ({ node, use }) => `${node} ${use.name}`,
    },
    { key: 'path', title: 'path', cell: ({ use }) => pathLabel(use.path), sortBy: ({ use }) => use.path },
    ...shown.map(({ name, title, bytes }): DataColumn<Row> => ({
      key: name,
      title,
      numeric: true,
      cell: ({ use }) => (bytes === true ? formatQuantity(use[name], 'B') : <Short count={use[name]} />),
      sortBy: ({ use }) => use[name],
    })),
  ]
  const nodes = new Set(rows.map(({ use }) => use.name)).size
  return (
    <Card
      title="Data paths"
      subtitle={`messages of ${plural(nodes, 'node')} of the RTI in repeat ${repeat.repeat + 1}, with its warm-up`}
    >
      <TableRegion dense label="Data paths">
        <DataTable
          caption="Data paths: what each carried, lost and repaired"
          columns={columns}
          rows={rows}
          rowKey={({ node, use }) => `${node} ${use.name} ${use.path}`}
        />
      </TableRegion>
      {none === null ? null : <p className={layout['note']}>{none}</p>}
    </Card>
  )
}

/** Up to five digits whole; more as thousands or millions, with all of them for who points at it. */
function Short({ count }: { count: number }) {
  return (
    <span title={formatCount(count)}>
      {count < 100_000 ? formatCount(count) : formatQuantity(count, '/s').replace('/s', '')}
    </span>
  )
}
