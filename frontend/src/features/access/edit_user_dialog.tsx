import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '@/api/client'
import type { UserView } from '@/api/contracts'
import { Dialog } from '@/components/dialog'
import { DialogForm, Field } from '@/components/form'
import type { UserScope } from '@/lib/use_may'
import { ScopeSelect } from './scope_select'

const SCOPES = ['viewer', 'operator', 'admin'] as const

/** Changes a user's scope and, if one is typed, the password. */
export function EditUserDialog({ user, onClose }: { user: UserView; onClose: () => void }) {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [scope, setScope] = useState<UserScope>(user.scope)
  const change = useMutation({
    mutationFn: () =>
      answer(
        api.PATCH('/api/v1/users/{user}', {
          params: { path: { user: user.name } },
          body: { scope, password: password === '' ? null : password },
        }),
      ),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: ['users'] })
    },
  })
  return (
    <Dialog title={`Edit ${user.name}`} onClose={onClose}>
      <DialogForm
        submit="Save changes"
        busy={change.isPending}
        error={change.error}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
      >
        <Field label="Scope">
          <ScopeSelect value={scope} scopes={SCOPES} onChange={setScope} />
        </Field>
        <Field label="New password" help="Empty: keep the password. A change signs the user out everywhere.">
          <input
            type="password"
            autoComplete="new-password"
            minLength={12}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
