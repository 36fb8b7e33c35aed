import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '@/api/client'
import { queries } from '@/api/queries'
import { Dialog } from '@/components/dialog'
import { DialogForm, Field } from '@/components/form'
import { useToaster } from '@/components/toasts'

/** Changes the caller's own password. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const toaster = useToaster()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const change = useMutation({
    mutationFn: () => answer(api.POST('/api/v1/session/password', { body: { current, new: password } })),
    onSuccess: async (session) => {
      client.setQueryData(queries.session().queryKey, session)
      toaster.say('Password changed. Your other sessions have ended.')
      onClose()
      await client.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  return (
    <Dialog title="Change password" onClose={onClose}>
      <DialogForm
        submit="Change password"
        busy={change.isPending}
        error={change.error}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
      >
        <Field label="Current password">
          <input
            type="password"
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        </Field>
        <Field label="New password" help="At least 12 characters, for example four uncommon words.">
          <input
            type="password"
            autoComplete="new-password"
            minLength={12}
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
