import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '@/api/calls'
import type { UserView } from '@/api/contracts'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import type { UserScope } from '@/lib/use_may'
import styles from './access.module.css'
import { Field, FormError, ScopeSelect } from './form_parts'

const SCOPES = ['viewer', 'operator', 'admin'] as const

/** Changes a user's scope and, if one is typed, the password. */
export function EditUserDialog({ user, onClose }: { user: UserView; onClose: () => void }) {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [scope, setScope] = useState<UserScope>(user.scope)
  const change = useMutation({
    mutationFn: () => calls.changeUser(user.name, { scope, password: password === '' ? null : password }),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: ['users'] })
    },
  })
  return (
    <Dialog title={`Edit ${user.name}`} onClose={onClose}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          if (!change.isPending) change.mutate()
        }}
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
        <FormError error={change.error} />
        <div className={styles['buttons']}>
          <Button type="submit" variant="primary" disabled={change.isPending}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
