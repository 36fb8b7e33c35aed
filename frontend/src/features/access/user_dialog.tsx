import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '@/api/client'
import { Dialog } from '@/components/dialog'
import { DialogForm, Field } from '@/components/form'
import type { UserScope } from '@/lib/use_may'
import { ScopeSelect } from './scope_select'

const SCOPES = ['viewer', 'operator', 'admin'] as const

/** `first`: there is no user yet, so the console may still be open. */
export function UserDialog({ first, onClose }: { first: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [scope, setScope] = useState<UserScope>(first ? 'admin' : 'viewer')
  const add = useMutation({
    mutationFn: () => answer(api.POST('/api/v1/users', { body: { name: name.trim().toLowerCase(), scope, password } })),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: ['session'] })
      await client.invalidateQueries({ queryKey: ['users'] })
    },
  })
  return (
    <Dialog title="Add user" onClose={onClose}>
      <DialogForm
        submit="Add user"
        busy={add.isPending}
        error={add.error}
        onSubmit={() => add.mutate()}
        onCancel={onClose}
      >
        <Field label="Name">
          <input value={name} autoComplete="off" required onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Scope" help="A viewer reads; an operator also runs; an admin also manages access.">
          <ScopeSelect value={scope} scopes={SCOPES} onChange={setScope} />
        </Field>
        <Field label="Password" help="At least 12 characters, for example four uncommon words.">
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
