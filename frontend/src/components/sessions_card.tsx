import type { SessionList } from '@/api/contracts'
import { Button } from '@/components/button'
import { Card } from '@/components/card'
import { DataTable, type DataColumn } from '@/components/data_table'
import { EmptyState } from '@/components/empty_state'
import { ErrorNotice } from '@/components/notice'
import { Time } from '@/components/time'
import { useToaster } from '@/components/toasts'
import type { Sessions } from '@/lib/use_sessions'

type SessionView = SessionList['items'][number]

interface SessionsCardProps {
  title: string
  subtitle: string
  sessions: Sessions
  /** Whether the sessions are of several people. */
  shows_who?: boolean
}

/** Open sessions, each with a button that ends it. */
export function SessionsCard({ title, subtitle, sessions, shows_who = false }: SessionsCardProps) {
  const toaster = useToaster()
  const columns: DataColumn<SessionView>[] = [
    { key: 'address', title: 'Address', cell: (session) => session.address, sortBy: (session) => session.address },
    { key: 'opened', title: 'Sign-in', cell: (session) => <Time at={session.opened_at} show="age" /> },
    { key: 'used', title: 'Last use', cell: (session) => <Time at={session.used_at} show="age" /> },
    {
      key: 'actions',
      title: 'Actions',
      cell: (session) =>
        session.is_current ? (
          'this browser'
        ) : (
          <Button
            small
            variant="danger"
            disabled={sessions.is_ending}
            onClick={() => {
              sessions.end(session.id).catch((error: unknown) => toaster.fail('The session was not ended', error))
            }}
            aria-label={`End the session of ${session.who} from ${session.address}`}
          >
            End
          </Button>
        ),
    },
  ]
  if (shows_who) {
    columns.unshift({ key: 'who', title: 'Who', cell: (session) => session.who, sortBy: (session) => session.who })
  }
  const { items } = sessions
  return (
    <Card title={title} subtitle={subtitle}>
      {sessions.error !== null ? (
        <ErrorNotice title="Sessions unavailable" error={sessions.error} onRetry={sessions.reload} />
      ) : items === undefined ? null : items.length === 0 ? (
        <EmptyState title="No sessions">No browser is signed in.</EmptyState>
      ) : (
        <DataTable caption={title} columns={columns} rows={items} rowKey={(session) => session.id} />
      )}
    </Card>
  )
}
