import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import type { WebhookDelivery, WebhookView } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { Chip, type Tone } from '@/components/chip'
import { DataTable, type DataColumn } from '@/components/data_table'
import { Dialog } from '@/components/dialog'
import { EmptyState } from '@/components/empty_state'
import { ErrorNotice } from '@/components/notice'
import { Time } from '@/components/time'
import { useToaster } from '@/components/toasts'

const TONES: Readonly<Record<WebhookDelivery['state'], Tone>> = { waiting: 'act', delivered: 'good', failed: 'bad' }

const COLUMNS: DataColumn<WebhookDelivery>[] = [
  { key: 'about', title: 'About', cell: (delivery) => delivery.subject },
  { key: 'event', title: 'Event', cell: (delivery) => <code>{delivery.event}</code> },
  { key: 'at', title: 'Time', cell: (delivery) => <Time at={delivery.created_at} /> },
  { key: 'state', title: 'State', cell: (delivery) => <Chip tone={TONES[delivery.state]}>{delivery.state}</Chip> },
  { key: 'tries', title: 'Tries', numeric: true, cell: (delivery) => delivery.tries },
  { key: 'status', title: 'Status', numeric: true, cell: (delivery) => delivery.status ?? '' },
  {
    key: 'next',
    title: 'Next try',
    cell: (delivery) => (delivery.next_try_at === null ? '' : <Time at={delivery.next_try_at} />),
  },
  { key: 'error', title: 'Error', cell: (delivery) => delivery.error },
]

export function DeliveriesDialog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const deliveries = useQuery(queries.webhookDeliveries(webhook.name))
  const client = useQueryClient()
  const toaster = useToaster()
  const test = useMutation({
    mutationFn: () => answer(api.POST('/api/v1/webhooks/{name}/test', { params: { path: { name: webhook.name } } })),
    onError: (error) => toaster.fail('The test was not sent', error),
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  const items = deliveries.data?.items ?? []
  return (
    <Dialog
      title={`Deliveries of ${webhook.name}`}
      onClose={onClose}
      wide
      actions={
        <Button variant="primary" disabled={test.isPending || !webhook.enabled} onClick={() => test.mutate()}>
          Send test
        </Button>
      }
    >
      {deliveries.isError ? (
        <ErrorNotice
          title="Deliveries unavailable"
          error={deliveries.error}
          onRetry={() => void deliveries.refetch()}
        />
      ) : deliveries.isPending ? null : items.length === 0 ? (
        <EmptyState title="No deliveries yet">Send a test to see whether the receiver answers.</EmptyState>
      ) : (
        <DataTable caption="Deliveries" columns={COLUMNS} rows={items} rowKey={(delivery) => delivery.id} />
      )}
    </Dialog>
  )
}
