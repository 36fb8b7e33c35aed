import { useMemo } from 'react'
import type { RunDocument } from '@/api/contracts'
import { ChartCard } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { nodeColour } from '@/components/node_dot'
import { formatFixed, formatNumber, formatShare } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { Topology, type TopologyData } from '@/viz/topology'
import type { NodeReading } from '../results/readings'
import { workloadView } from '../results/registry'
import type { RunReading } from '../results/workload_view'
import styles from './live.module.css'

/** The nodes, what they carry, and what reaches them from the others. */
export function TopologyCard({ run, reading }: { run: RunDocument; reading: RunReading }) {
  const data = useMemo(() => topologyOf(run, reading), [run, reading])
  return (
    <ChartCard
      title="Topology"
      subtitle="width: bytes · fill: CPU"
      file_name={`run-${run.summary.number}-topology`}
      table={() => ({
        columns: [
          { title: 'node' },
          {
            title: 'cores in use',
            numeric: true,
            format: (value) => (value === null ? '–' : formatFixed(Number(value), 2)),
          },
          { title: 'carries', numeric: true },
          { title: 'from other nodes', unit: 'B/s', numeric: true, format: (value) => formatNumber(Number(value)) },
        ],
        rows: run.nodes.map((node) => {
          const own = reading.nodes.get(node.index)
          return [
            node.name,
            own === undefined ? null : own.cores_used,
            own?.entities ?? null,
            own === undefined ? 0 : arriving(run, own),
          ]
        }),
      })}
    >
      {run.nodes.length === 0 ? (
        <p className={styles['placeholder']}>The nodes are not chosen yet.</p>
      ) : (
        <EngineView make={() => new Topology()} data={data} />
      )}
    </ChartCard>
  )
}

/** Bytes a second that reach a node from other nodes. */
function arriving(run: RunDocument, reading: NodeReading): number {
  const kinds = workloadView(run).between_nodes
  return reading.messages
    .filter(({ kind, bytes_per_s }) => kinds.includes(kind) && Number.isFinite(bytes_per_s))
    .reduce((total, { bytes_per_s }) => total + bytes_per_s, 0)
}

/**
 * With two nodes the link carries what reaches either. With more, a slave's link to the master shows what reaches the slave:
 * the counts say from which kind of sender a message came, not from which node.
 */
export function topologyOf(run: RunDocument, reading: RunReading): TopologyData {
  const master = reading.nodes.get(0)
  const pair = run.nodes.length === 2
  return {
    label: 'Nodes of the run and the traffic between them',
    nodes: run.nodes.map((node) => {
      const own = reading.nodes.get(node.index)
      const share =
        own === undefined || !Number.isFinite(own.cores_used)
          ? null
          : own.cores_used / Math.max(0.01, node.facts.cpu_limit)
      return {
        key: String(node.index),
        name: node.name,
        colour: nodeColour(node.colour),
        load: share === null ? null : Math.min(1, share),
        inside: own !== undefined && Number.isFinite(own.entities) ? formatFixed(own.entities, 0) : '',
        note: share === null ? '' : `${formatShare(share)} CPU`,
      }
    }),
    links: run.nodes.slice(1).map((node) => {
      const own = reading.nodes.get(node.index)
      const bytes =
        own === undefined ? null : arriving(run, own) + (pair && master !== undefined ? arriving(run, master) : 0)
      return {
        from: '0',
        to: String(node.index),
        bytes_per_s: bytes,
        label: bytes === null || bytes === 0 ? '' : `${formatQuantity(bytes, 'B/s')}${pair ? '' : ' in'}`,
      }
    }),
  }
}
