import type { ProcessUse, RunDocument } from '@/api/contracts'
import { Card } from '@/components/card'
import { DataTable, type DataColumn } from '@/components/data_table'
import { NodeName } from '@/components/node_dot'
import { formatCount, formatShare, plural } from '@/lib/format/number'
import { formatMemory, formatQuantity } from '@/lib/format/unit'
import layout from '../results/layout.module.css'
import { TableRegion } from '../results/table_region'

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

/** What many runs have none of: a column only where there is some, so that the table fits; else in the note below it. */
const RARE: ReadonlyMap<string, (use: ProcessUse) => number> = new Map([
  ['major faults', (use) => use.major_faults],
  ['blocks in', (use) => use.block_reads],
  ['blocks out', (use) => use.block_writes],
  ['signals', (use) => use.signals],
])

const microseconds = (value: number) => formatQuantity(value, 'us')

/** User and system time for each second elapsed: past 100 % with several threads at work at once. */
function busyShare(use: ProcessUse): number {
  return use.elapsed_us > 0 ? (use.user_us + use.system_us) / use.elapsed_us : Number.NaN
}

const usual: readonly DataColumn<Row>[] = [
  {
    key: 'name',
    title: 'process',
    cell: ({ use }) => (
      <>
        {use.name} <span className={layout['beside']}>{use.pid}</span>
      </>
    ),
    sortBy: ({ use }) => use.name,
  },
  {
    key: 'node',
    title: 'node',
    cell: ({ node, colour }) => <NodeName name={node} colour={colour} />,
    sortBy: ({ node }) => node,
  },
  figure('elapsed', 'elapsed', (use) => use.elapsed_us, microseconds),
  figure('user', 'user', (use) => use.user_us, microseconds),
  figure('system', 'system', (use) => use.system_us, microseconds),
  figure('busy', 'busy', busyShare, (share) => (Number.isFinite(share) ? formatShare(share) : '–')),
  figure('rss', 'peak memory', (use) => use.peak_rss_bytes, formatMemory),
  figure('voluntary', 'blocked', (use) => use.voluntary_switches),
  figure('involuntary', 'preempted', (use) => use.involuntary_switches),
  figure('minor', 'minor faults', (use) => use.minor_faults),
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
  const rare = [...RARE].filter(([, value]) => rows.some(({ use }) => value(use) > 0))
  const none = [...RARE.keys()].filter((title) => !rare.some(([shown]) => shown === title))
  const columns = [
    ...usual.filter(({ key }) => key !== 'node' || run.nodes.length > 1),
    ...rare.map(([title, value]) => figure(title, title, value)),
  ]
  const cut = rows.length > MOST ? `; the ${MOST} that used most` : ''
  return (
    <Card
      title="Processes"
      subtitle={`${plural(rows.length, 'process', 'processes')} of repeat ${repeat.repeat + 1}${cut}`}
    >
      <TableRegion dense label="Processes">
        <DataTable
          caption="Processes and what they used"
          columns={columns}
          rows={rows.slice(0, MOST)}
          rowKey={({ node, use }) => `${node} ${use.pid} ${use.name}`}
        />
      </TableRegion>
      {none.length === 0 ? null : <p className={layout['note']}>None had any {inWords(none)}.</p>}
    </Card>
  )
}

function inWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`
}
