import { Link } from '@tanstack/react-router'
import type { NodeView } from '@/api/contracts'
import { Button } from '@/components/button'
import { ForScope } from '@/components/for_scope'
import { DataTable, type DataColumn } from '@/components/data_table'
import { NodeName } from '@/components/node_dot'
import { Time } from '@/components/time'
import { formatShare } from '@/lib/format/number'
import { formatMemory } from '@/lib/format/unit'
import { namesText } from '@/lib/machine_words'
import { clockText, coresText, ratingText } from './node_words'

interface NodeTableProps {
  nodes: readonly NodeView[]
  runLabel: (id: string) => string | null
  onForget: (node: NodeView) => void
}

/** The same facts as the cards, for fleets of many nodes. */
export function NodeTable({ nodes, runLabel, onForget }: NodeTableProps) {
  const columns: DataColumn<NodeView>[] = [
    {
      key: 'name',
      title: 'Node',
      sortBy: (node) => node.name,
      cell: (node) => <NodeName name={node.name} colour={node.colour} offline={node.state === 'offline'} />,
    },
    {
      key: 'state',
      title: 'State',
      sortBy: (node) => node.state,
      cell: (node) => (
        <>
          {node.state} since <Time at={node.since} />
        </>
      ),
    },
    {
      key: 'run',
      title: 'Run',
      cell: (node) =>
        node.current_run === null ? (
          node.state === 'online' ? (
            'free'
          ) : (
            <ForScope scope="operator">
              <Button small variant="quiet" onClick={() => onForget(node)} aria-label={`Forget ${node.name}`}>
                Forget
              </Button>
            </ForScope>
          )
        ) : (
          <Link to="/runs/$id" params={{ id: node.current_run }}>
            {runLabel(node.current_run) ?? 'its current run'}
          </Link>
        ),
    },
    {
      key: 'busy',
      title: 'Busy',
      numeric: true,
      sortBy: (node) => node.busy_share,
      cell: (node) => (node.busy_share === null ? '–' : formatShare(node.busy_share)),
    },
    {
      key: 'rating',
      title: 'CPU rating',
      numeric: true,
      sortBy: (node) => node.facts.rating,
      cell: (node) => ratingText(node.facts.rating),
    },
    {
      key: 'cores',
      title: 'Cores',
      numeric: true,
      sortBy: (node) => node.facts.cpu_limit,
      cell: (node) => coresText(node.facts),
    },
    {
      key: 'memory',
      title: 'Memory free',
      numeric: true,
      sortBy: (node) => node.memory_available_bytes,
      cell: (node) => (node.memory_available_bytes === null ? '–' : formatMemory(node.memory_available_bytes)),
    },
    { key: 'clock', title: 'Clock', numeric: true, sortBy: (node) => node.clock_offset_ns, cell: clockText },
    { key: 'kernel', title: 'Kernel', sortBy: (node) => node.facts.kernel, cell: (node) => node.facts.kernel },
    {
      key: 'agent',
      title: 'Agent',
      sortBy: (node) => node.facts.agent_version,
      cell: (node) => node.facts.agent_version,
    },
  ]
  if (nodes.some((node) => node.shares_machine_with.length > 0)) {
    columns.push({
      key: 'sharing',
      title: 'Shares a machine with',
      cell: (node) => namesText(node.shares_machine_with) || '–',
    })
  }
  return <DataTable caption="Nodes of the fleet" columns={columns} rows={nodes} rowKey={(node) => node.name} />
}
