import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '@/api/client'
import type { WebhookView } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { Card } from '@/components/card'
import { Chip } from '@/components/chip'
import { DataTable, type DataColumn } from '@/components/data_table'
import { ConfirmDialog } from '@/components/dialog'
import { EmptyState } from '@/components/empty_state'
import { HelpLink } from '@/components/help_link'
import { ErrorNotice } from '@/components/notice'
import { useToaster } from '@/components/toasts'
import { HELP } from '@/lib/help'
import styles from './access.module.css'
import { AddWebhookDialog } from './add_webhook_dialog'
import { DeliveriesDialog } from './deliveries_dialog'
import { EditWebhookDialog } from './edit_webhook_dialog'

type Asked =
  { readonly what: 'add' } | { readonly what: 'deliveries' | 'edit' | 'remove'; readonly webhook: WebhookView } | null

export function WebhooksCard() {
  const webhooks = useQuery(queries.webhooks())
  const client = useQueryClient()
  const toaster = useToaster()
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  const remove = useMutation({
    mutationFn: (name: string) => answer(api.DELETE('/api/v1/webhooks/{name}', { params: { path: { name } } })),
    onError: (error) => toaster.fail('The webhook was not removed', error),
    onSettled: () => {
      close()
      return client.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  const columns: DataColumn<WebhookView>[] = [
    { key: 'name', title: 'Webhook', cell: (webhook) => webhook.name, sortBy: (webhook) => webhook.name },
    { key: 'url', title: 'Receiver', cell: (webhook) => <code className={styles['url']}>{webhook.url}</code> },
    { key: 'events', title: 'Events', cell: (webhook) => webhook.events.join(', ') },
    { key: 'state', title: 'State', cell: (webhook) => <State webhook={webhook} /> },
    {
      key: 'actions',
      title: 'Actions',
      cell: (webhook) => (
        <div className={styles['buttons']}>
          <Button
            small
            onClick={() => setAsked({ what: 'deliveries', webhook })}
            aria-label={`Show deliveries of ${webhook.name}`}
          >
            Deliveries
          </Button>
          <Button small onClick={() => setAsked({ what: 'edit', webhook })} aria-label={`Edit ${webhook.name}`}>
            Edit
          </Button>
          <Button
            small
            variant="danger"
            onClick={() => setAsked({ what: 'remove', webhook })}
            aria-label={`Remove ${webhook.name}`}
          >
            Remove
          </Button>
        </div>
      ),
    },
  ]
  const items = webhooks.data?.items ?? []
  return (
    <Card
      title="Webhooks"
      subtitle="requests that tell other systems what happened"
      tools={
        <>
          <HelpLink help={HELP.webhooks} />
          <Button small variant="primary" icon="plus" onClick={() => setAsked({ what: 'add' })}>
            Add webhook
          </Button>
        </>
      }
    >
      {webhooks.isError ? (
        <ErrorNotice title="Webhooks unavailable" error={webhooks.error} onRetry={() => void webhooks.refetch()} />
      ) : webhooks.isPending ? null : items.length === 0 ? (
        <EmptyState title="No webhooks">
          Add one to tell a chat or a CI system when runs end and when nodes are lost.
        </EmptyState>
      ) : (
        <DataTable caption="Webhooks" columns={columns} rows={items} rowKey={(webhook) => webhook.name} />
      )}
      {asked?.what === 'add' ? <AddWebhookDialog onClose={close} /> : null}
      {asked?.what === 'deliveries' ? <DeliveriesDialog webhook={asked.webhook} onClose={close} /> : null}
      {asked?.what === 'edit' ? <EditWebhookDialog webhook={asked.webhook} onClose={close} /> : null}
      {asked?.what === 'remove' ? (
        <ConfirmDialog
          title={`Remove ${asked.webhook.name}?`}
          confirm="Remove webhook"
          dismiss="Keep webhook"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(asked.webhook.name)}
          onClose={close}
        >
          <p>Its receiver is sent nothing more. Deliveries that wait are removed too.</p>
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}

function State({ webhook }: { webhook: WebhookView }) {
  if (!webhook.enabled) return <Chip tone="warn">{`disabled: ${webhook.disabled_reason}`}</Chip>
  return webhook.waiting === 0 ? 'enabled' : `enabled, ${webhook.waiting} waiting`
}
