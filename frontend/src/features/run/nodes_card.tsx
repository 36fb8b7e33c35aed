import type { RunDocument, RunNode } from '@/api/contracts'
import { Card } from '@/components/card'
import { Chip } from '@/components/chip'
import { KeyValue } from '@/components/key_value'
import { NodeName } from '@/components/node_dot'
import { shortCommit } from '@/lib/format/commit'
import { formatFixed, formatNumber, formatShare } from '@/lib/format/number'
import { formatMemory } from '@/lib/format/unit'
import styles from './run.module.css'

/** A machine that is busier than this before the start makes a doubtful result. */
const BUSY_SHARE = 0.25

/** The nodes as they were when the run was placed. */
export function NodesCard({ run }: { run: RunDocument }) {
  if (run.nodes.length === 0) return null
  return (
    <Card title="Nodes" subtitle="as they were at the start">
      {run.nodes.map((node) => (
        <details key={node.index} className={styles['node']} open={run.nodes.length === 1}>
          <summary>
            <NodeName name={node.name} colour={node.colour} />
            <span className={styles['quiet']}>
              {node.index === 0 ? 'master' : 'slave'} · {node.assigned}
            </span>
            {node.waiting?.polls === false ? <Chip tone="warn">does not poll</Chip> : null}
            {node.busy_share_before > BUSY_SHARE ? <Chip tone="warn">was busy</Chip> : null}
          </summary>
          <KeyValue entries={facts(node)} />
        </details>
      ))}
    </Card>
  )
}

function facts({ facts: node, load_before, busy_share_before, waiting }: RunNode) {
  return [
    ...(waiting === null ? [] : [{ key: 'Waiting', value: waiting.sentence }]),
    { key: 'Busy before', value: `${formatShare(busy_share_before)}, load ${formatFixed(load_before, 2)}` },
    { key: 'Rating', value: `${formatNumber(node.rating)} M rounds/s` },
    { key: 'Processor', value: node.cpu_model },
    {
      key: 'CPUs',
      value: node.cpu_limit < node.cores ? `${formatNumber(node.cpu_limit)} of ${node.cores}` : String(node.cores),
    },
    { key: 'Memory', value: formatMemory(node.memory_bytes) },
    { key: 'System', value: `${node.os}, ${node.kernel}` },
    {
      key: 'Clock',
      value: `read in ${formatNumber(node.clock_read_ns)} ns, resolution ${formatNumber(node.clock_resolution_ns)} ns`,
    },
    { key: 'Worker', value: `${node.worker_version}, ${node.build}, ${shortCommit(node.commit)}` },
    { key: 'Address', value: node.address },
  ]
}
