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
import { formatFullInstant, formatTimeLeft } from '@/lib/format/time'
import { useNow } from '@/lib/use_now'

const TONES: Readonly<Record<WebhookDelivery['state'], Tone>> = { waiting: 'act', delivered: 'good', failed: 'bad' }

const COLUMNS: DataColumn<WebhookDelivery>[] = [
  { key: 'about', title: 'About', cell: (delivery) => delivery.subject },
  { key: 'event', title: 'Event', cell: (delivery) => <code>{delivery.event}</code> },
  { key: 'at', title: 'Time', cell: (delivery) => <Time at={delivery.created_at} /> },
  { key: 'state', title: 'State', cell: (delivery) => <State delivery={delivery} /> },
  { key: 'tries', title: 'Tries', numeric: true, cell: (delivery) => delivery.tries },
  { key: 'status', title: 'Status', numeric: true, cell: (delivery) => delivery.status ?? '' },
  {
    key: 'next',
    title: 'Next try',
    cell: (delivery) => (delivery.next_try_at === null ? '' : <NextTry at={delivery.next_try_at} />),
  },
  { key: 'error', title: 'Error', cell: (delivery) => delivery.error },
]

/** A delivery that waits after a failed try is no longer on its first way. */
function State({ delivery: { state, tries } }: { delivery: WebhookDelivery }) {
  if (state === 'waiting' && tries > 0) return <Chip tone="warn">waiting, try {tries} failed</Chip>
  return <Chip tone={TONES[state]}>{state}</Chip>
}

/** Tries follow within seconds at first, so the time left says more than the minute. */
function NextTry({ at }: { at: string }) {
  const seconds = (new Date(at).getTime() - useNow().getTime()) / 1_000
  return (
    <time dateTime={at} title={formatFullInstant(at)}>
      {seconds <= 0 ? 'now' : `in ${formatTimeLeft(seconds)}`}
    </time>
  )
}

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
