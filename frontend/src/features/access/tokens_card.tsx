import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '@/api/client'
import type { TokenView } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { Card } from '@/components/card'
import { DataTable, type DataColumn } from '@/components/data_table'
import { ConfirmDialog } from '@/components/dialog'
import { EmptyState } from '@/components/empty_state'
import { ErrorNotice } from '@/components/notice'
import { Time } from '@/components/time'
import { useToaster } from '@/components/toasts'
import { TokenDialog } from './token_dialog'

export function TokensCard() {
  const tokens = useQuery(queries.tokens())
  const client = useQueryClient()
  const toaster = useToaster()
  const [makes, setMakes] = useState(false)
  const [asked, setAsked] = useState<TokenView | null>(null)
  const revoke = useMutation({
    mutationFn: (name: string) =>
      answer(api.POST('/api/v1/tokens/{token}/revoke', { params: { path: { token: name } } })),
    onError: (error) => toaster.fail('The token was not revoked', error),
    onSettled: () => {
      setAsked(null)
      return client.invalidateQueries({ queryKey: ['tokens'] })
    },
  })
  const columns: DataColumn<TokenView>[] = [
    { key: 'name', title: 'Token', cell: (token) => token.name, sortBy: (token) => token.name },
    {
      key: 'scope',
      title: 'Scope',
      cell: (token) => (token.node === null ? token.scope : `${token.scope} of ${token.node}`),
      sortBy: (token) => token.scope,
    },
    {
      key: 'expires',
      title: 'Expires',
      cell: (token) => (token.expires_at === null ? 'never' : <Time at={token.expires_at} />),
    },
    {
      key: 'used',
      title: 'Last use',
      cell: (token) => (token.last_used_at === null ? 'never' : <Time at={token.last_used_at} show="age" />),
    },
    { key: 'maker', title: 'Made by', cell: (token) => token.created_by },
    {
      key: 'actions',
      title: 'Actions',
      cell: (token) =>
        token.revoked_at === null ? (
          <Button small variant="danger" onClick={() => setAsked(token)} aria-label={`Revoke ${token.name}`}>
            Revoke
          </Button>
        ) : (
          'revoked'
        ),
    },
  ]
  const items = tokens.data?.items ?? []
  return (
    <Card
      title="Tokens"
      subtitle="for programs and agents"
      tools={
        <Button small variant="primary" icon="plus" onClick={() => setMakes(true)}>
          Make token
        </Button>
      }
    >
      {tokens.isError ? (
        <ErrorNotice title="Tokens unavailable" error={tokens.error} onRetry={() => void tokens.refetch()} />
      ) : tokens.isPending ? null : items.length === 0 ? (
        <EmptyState title="No tokens">Make one for each program and each node, so that each can be revoked.</EmptyState>
      ) : (
        <DataTable caption="Tokens" columns={columns} rows={items} rowKey={(token) => token.name} />
      )}
      {makes ? <TokenDialog onClose={() => setMakes(false)} /> : null}
      {asked === null ? null : (
        <ConfirmDialog
          title={`Revoke ${asked.name}?`}
          confirm="Revoke token"
          dismiss="Keep token"
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(asked.name)}
          onClose={() => setAsked(null)}
        >
          <p>Programs and agents with this token lose access at once. A revoked token stays in the list.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
