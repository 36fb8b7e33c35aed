import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import type { WaitingNode } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { Card } from '@/components/card'
import { DataTable, type DataColumn } from '@/components/data_table'
import { Time } from '@/components/time'
import { useToaster } from '@/components/toasts'

/** Agents that wait for approval; nothing while there is none. */
export function WaitingCard() {
  const waiting = useQuery({ ...queries.waitingNodes(), refetchInterval: 5_000 })
  const client = useQueryClient()
  const toaster = useToaster()
  const approve = useMutation({
    mutationFn: (node: WaitingNode) =>
      answer(
        api.POST('/api/v1/nodes/{name}/approve', {
          params: { path: { name: node.name } },
          body: { fingerprint: node.fingerprint },
        }),
      ),
    onSuccess: (_, node) => toaster.say(`${node.name} is approved. It joins within seconds.`),
    onError: (error, node) => toaster.fail(`${node.name} was not approved`, error),
    onSettled: () => client.invalidateQueries({ queryKey: ['waiting-nodes'] }),
  })
  const items = waiting.data?.items ?? []
  if (items.length === 0) return null
  const columns: DataColumn<WaitingNode>[] = [
    { key: 'name', title: 'Node', cell: (node) => node.name },
    { key: 'key', title: 'Key', cell: (node) => <code>{node.fingerprint}</code> },
    { key: 'host', title: 'Host', cell: (node) => node.hostname },
    { key: 'from', title: 'From', cell: (node) => node.address },
    { key: 'asked', title: 'Asked', cell: (node) => <Time at={node.asked_at} show="age" /> },
    {
      key: 'actions',
      title: 'Actions',
      cell: (node) => (
        <Button
          small
          variant="primary"
          disabled={approve.isPending}
          onClick={() => approve.mutate(node)}
          aria-label={`Approve ${node.name} with key ${node.fingerprint}`}
        >
          Approve
        </Button>
      ),
    },
  ]
  return (
    <Card title="Nodes that wait for approval" subtitle="compare the key with the agent's message">
      <DataTable
        caption="Nodes that wait for approval"
        columns={columns}
        rows={items}
        rowKey={(node) => `${node.name} ${node.fingerprint}`}
      />
    </Card>
  )
}
