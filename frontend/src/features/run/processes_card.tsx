import type { ProcessUse, RunDocument } from '@/api/contracts'
import { Card } from '@/components/card'
import { DataTable, type DataColumn } from '@/components/data_table'
import { NodeName } from '@/components/node_dot'
import { formatCount, formatShare, plural } from '@/lib/format/number'
import { formatMemory, formatQuantity } from '@/lib/format/unit'
import layout from '../results/layout.module.css'

const MOST = 200

interface Row {
  readonly node: string
  readonly colour: number
  readonly use: ProcessUse
}

/** A column of numbers of the same kind: every one can be sorted by. */
function figure(
  key: string,
  title: string,
  value: (use: ProcessUse) => number,
  text: (value: number) => string = formatCount,
): DataColumn<Row> {
  return { key, title, numeric: true, cell: ({ use }) => text(value(use)), sortBy: ({ use }) => value(use) }
}

const microseconds = (value: number) => formatQuantity(value, 'us')

/** User and system time for each second elapsed: past 100 % with several threads at work at once. */
function busyShare(use: ProcessUse): number {
  return use.elapsed_us > 0 ? (use.user_us + use.system_us) / use.elapsed_us : Number.NaN
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
  figure('elapsed', 'elapsed', (use) => use.elapsed_us, microseconds),
  figure('user', 'user', (use) => use.user_us, microseconds),
  figure('system', 'system', (use) => use.system_us, microseconds),
  figure('busy', 'busy', busyShare, (share) => (Number.isFinite(share) ? formatShare(share) : '–')),
  figure('rss', 'peak memory', (use) => use.peak_rss_bytes, formatMemory),
  figure('voluntary', 'blocked', (use) => use.voluntary_switches),
  figure('involuntary', 'preempted', (use) => use.involuntary_switches),
  figure('minor', 'minor faults', (use) => use.minor_faults),
  figure('major', 'major faults', (use) => use.major_faults),
  figure('reads', 'blocks in', (use) => use.block_reads),
  figure('writes', 'blocks out', (use) => use.block_writes),
  figure('signals', 'signals', (use) => use.signals),
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
