import type { ProcessUse, RunDocument } from '@/api/contracts'
import { Card } from '@/components/card'
import { DataTable, type DataColumn } from '@/components/data_table'
import { NodeName } from '@/components/node_dot'
import { formatCount, plural } from '@/lib/format/number'
import { formatMemory, formatQuantity } from '@/lib/format/unit'
import layout from '../results/layout.module.css'

const MOST = 200

interface Row {
  readonly node: string
  readonly colour: number
  readonly use: ProcessUse
}

const columns: readonly DataColumn<Row>[] = [
  { key: 'name', title: 'process', cell: ({ use }) => use.name, sortBy: ({ use }) => use.name },
  {
    key: 'node',
    title: 'node',
    cell: ({ node, colour }) => <NodeName name={node} colour={colour} />,
    sortBy: ({ node }) => node,
  },
  { key: 'pid', title: 'pid', numeric: true, cell: ({ use }) => use.pid, sortBy: ({ use }) => use.pid },
  {
    key: 'user',
    title: 'user',
    numeric: true,
    cell: ({ use }) => formatQuantity(use.user_us, 'us'),
    sortBy: ({ use }) => use.user_us,
  },
  {
    key: 'system',
    title: 'system',
    numeric: true,
    cell: ({ use }) => formatQuantity(use.system_us, 'us'),
    sortBy: ({ use }) => use.system_us,
  },
  {
    key: 'voluntary',
    title: 'blocked',
    numeric: true,
    cell: ({ use }) => formatCount(use.voluntary_switches),
    sortBy: ({ use }) => use.voluntary_switches,
  },
  {
    key: 'involuntary',
    title: 'preempted',
    numeric: true,
    cell: ({ use }) => formatCount(use.involuntary_switches),
    sortBy: ({ use }) => use.involuntary_switches,
  },
  {
    key: 'faults',
    title: 'page faults',
    numeric: true,
    cell: ({ use }) => formatCount(use.minor_faults + use.major_faults),
    sortBy: ({ use }) => use.minor_faults + use.major_faults,
  },
  {
    key: 'rss',
    title: 'peak memory',
    numeric: true,
    cell: ({ use }) => formatMemory(use.peak_rss_bytes),
    sortBy: ({ use }) => use.peak_rss_bytes,
  },
]

/** What each process used in the last finished repeat; those that used most come first. */
export function ProcessesCard({ run }: { run: RunDocument }) {
  const repeat = run.repeats.findLast((one) => one.nodes.some((node) => node.processes.length > 0))
  if (repeat === undefined) return null
  const rows = repeat.nodes
    .flatMap((node) => {
      const placed = run.nodes.find((one) => one.index === node.node_index)
      return node.processes.map((use): Row => ({
        node: placed?.name ?? `node ${node.node_index}`,
        colour: placed?.colour ?? 8,
        use,
      }))
    })
    .sort((a, b) => b.use.user_us + b.use.system_us - a.use.user_us - a.use.system_us)
  const cut = rows.length > MOST ? `; the ${MOST} that used most` : ''
  return (
    <Card
      title="Processes"
      subtitle={`${plural(rows.length, 'process', 'processes')} of repeat ${repeat.repeat + 1}${cut}`}
    >
      {/* Scrolls, so the keyboard must reach it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={layout['scroll']} tabIndex={0} role="region" aria-label="Processes, table">
        <DataTable
          caption="Processes and what they used"
          columns={columns}
          rows={rows.slice(0, MOST)}
          rowKey={({ node, use }) => `${node} ${use.pid} ${use.name}`}
        />
      </div>
    </Card>
  )
}
