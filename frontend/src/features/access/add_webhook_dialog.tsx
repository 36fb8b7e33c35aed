import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '@/api/client'
import type { WebhookEvent } from '@/api/contracts'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { DialogForm, Field } from '@/components/form'
import { EventsField, UrlField, WebhookSecret } from './webhook_fields'

export function AddWebhookDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>(['run.ended', 'group.ended', 'node.lost'])
  const add = useMutation({
    mutationFn: () =>
      answer(api.POST('/api/v1/webhooks', { body: { name: name.trim().toLowerCase(), url: url.trim(), events } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  if (add.isSuccess) {
    return (
      <Dialog
        title={`Webhook ${add.data.webhook.name}`}
        onClose={onClose}
        actions={<Button onClick={onClose}>Done</Button>}
      >
        <WebhookSecret secret={add.data.secret} />
      </Dialog>
    )
  }
  return (
    <Dialog title="Add webhook" onClose={onClose}>
      <DialogForm
        submit="Add webhook"
        busy={add.isPending}
        error={add.error}
        onSubmit={() => add.mutate()}
        onCancel={onClose}
      >
        <Field label="Name">
          <input value={name} autoComplete="off" required onChange={(event) => setName(event.target.value)} />
        </Field>
        <UrlField value={url} onChange={setUrl} />
        <EventsField value={events} onChange={setEvents} />
      </DialogForm>
    </Dialog>
  )
}
