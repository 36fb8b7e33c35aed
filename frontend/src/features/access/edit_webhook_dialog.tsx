import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '@/api/client'
import type { WebhookView } from '@/api/contracts'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { ErrorSentences } from '@/components/error_sentences'
import { DialogForm } from '@/components/form'
import styles from './access.module.css'
import { EventsField, UrlField, WebhookSecret } from './webhook_fields'

export function EditWebhookDialog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const client = useQueryClient()
  const [url, setUrl] = useState(webhook.url)
  const [events, setEvents] = useState(webhook.events)
  const [enabled, setEnabled] = useState(webhook.enabled)
  const path = { name: webhook.name }
  const change = useMutation({
    mutationFn: () =>
      answer(api.PATCH('/api/v1/webhooks/{name}', { params: { path }, body: { url: url.trim(), events, enabled } })),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  const renew = useMutation({
    mutationFn: () => answer(api.POST('/api/v1/webhooks/{name}/secret', { params: { path } })),
  })
  return (
    <Dialog title={`Edit ${webhook.name}`} onClose={onClose}>
      <DialogForm
        submit="Save changes"
        busy={change.isPending}
        error={change.error}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
      >
        <UrlField value={url} onChange={setUrl} />
        <EventsField value={events} onChange={setEvents} />
        <label className={styles['check']}>
          <input type="checkbox" checked={enabled} onChange={(event) => setEnabled(event.target.checked)} />
          enabled
        </label>
        <div className={styles['apart']}>
          {renew.isSuccess ? (
            <WebhookSecret secret={renew.data.secret} />
          ) : (
            <>
              <p>A new secret replaces the old one at once: give it to the receiver.</p>
              <Button small disabled={renew.isPending} onClick={() => renew.mutate()}>
                Renew secret
              </Button>
            </>
          )}
          {renew.isError ? (
            <div role="alert">
              <ErrorSentences error={renew.error} />
            </div>
          ) : null}
        </div>
      </DialogForm>
    </Dialog>
  )
}
