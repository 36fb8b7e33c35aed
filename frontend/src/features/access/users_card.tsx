import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '@/api/client'
import type { UserPatch, UserView } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { Card } from '@/components/card'
import { DataTable, type DataColumn } from '@/components/data_table'
import { ConfirmDialog } from '@/components/dialog'
import { EmptyState } from '@/components/empty_state'
import { ErrorNotice } from '@/components/notice'
import { Time } from '@/components/time'
import { useToaster } from '@/components/toasts'
import styles from './access.module.css'
import { EditUserDialog } from './edit_user_dialog'
import { UserDialog } from './user_dialog'

type Asked = { readonly what: 'add' } | { readonly what: 'edit' | 'remove'; readonly user: UserView } | null

export function UsersCard() {
  const users = useQuery(queries.users())
  const client = useQueryClient()
  const toaster = useToaster()
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  const change = useMutation({
    mutationFn: ({ name, patch }: { name: string; patch: UserPatch }) =>
      answer(api.PATCH('/api/v1/users/{user}', { params: { path: { user: name } }, body: patch })),
    onError: (error) => toaster.fail('The user was not changed', error),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  })
  const remove = useMutation({
    mutationFn: (name: string) => answer(api.DELETE('/api/v1/users/{user}', { params: { path: { user: name } } })),
    onError: (error) => toaster.fail('The user was not removed', error),
    onSettled: () => {
      close()
      return client.invalidateQueries({ queryKey: ['users'] })
    },
  })
  const columns: DataColumn<UserView>[] = [
    { key: 'name', title: 'User', cell: (user) => user.name, sortBy: (user) => user.name },
    { key: 'scope', title: 'Scope', cell: (user) => user.scope, sortBy: (user) => user.scope },
    { key: 'state', title: 'State', cell: (user) => (user.disabled ? 'disabled' : 'enabled') },
    {
      key: 'seen',
      title: 'Last sign-in',
      cell: (user) => (user.last_sign_in_at === null ? 'never' : <Time at={user.last_sign_in_at} show="age" />),
    },
    {
      key: 'actions',
      title: 'Actions',
      cell: (user) => (
        <div className={styles['buttons']}>
          <Button small onClick={() => setAsked({ what: 'edit', user })} aria-label={`Edit ${user.name}`}>
            Edit
          </Button>
          <Button
            small
            disabled={change.isPending}
            onClick={() => change.mutate({ name: user.name, patch: { disabled: !user.disabled } })}
            aria-label={`${user.disabled ? 'Enable' : 'Disable'} ${user.name}`}
          >
            {user.disabled ? 'Enable' : 'Disable'}
          </Button>
          <Button
            small
            variant="danger"
            onClick={() => setAsked({ what: 'remove', user })}
            aria-label={`Remove ${user.name}`}
          >
            Remove
          </Button>
        </div>
      ),
    },
  ]
  const items = users.data?.items ?? []
  return (
    <Card
      title="Users"
      subtitle="people who sign in with a password"
      tools={
        <Button small variant="primary" icon="plus" onClick={() => setAsked({ what: 'add' })}>
          Add user
        </Button>
      }
    >
      {users.isError ? (
        <ErrorNotice title="Users unavailable" error={users.error} onRetry={() => void users.refetch()} />
      ) : users.isPending ? null : items.length === 0 ? (
        <EmptyState title="No users">
          The first user must have the scope admin. From then on the console requires sign-in.
        </EmptyState>
      ) : (
        <DataTable caption="Users" columns={columns} rows={items} rowKey={(user) => user.name} />
      )}
      {asked?.what === 'add' ? <UserDialog first={items.length === 0} onClose={close} /> : null}
      {asked?.what === 'edit' ? <EditUserDialog user={asked.user} onClose={close} /> : null}
      {asked?.what === 'remove' ? (
        <ConfirmDialog
          title={`Remove ${asked.user.name}?`}
          confirm="Remove user"
          dismiss="Keep user"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(asked.user.name)}
          onClose={close}
        >
          <p>The user is signed out everywhere. Runs and the audit log stay.</p>
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}
