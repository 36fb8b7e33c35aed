import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditEntry } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { Card } from '@/components/card'
import { DataTable, type DataColumn } from '@/components/data_table'
import { EmptyState } from '@/components/empty_state'
import { ErrorNotice } from '@/components/notice'
import { Time } from '@/components/time'
import { useDebounced } from '@/lib/use_debounced'
import styles from './access.module.css'

const COLUMNS: DataColumn<AuditEntry>[] = [
  { key: 'at', title: 'Time', cell: (entry) => <Time at={entry.at} /> },
  { key: 'who', title: 'Who', cell: (entry) => (entry.who === '' ? 'not signed in' : entry.who) },
  { key: 'address', title: 'From', cell: (entry) => entry.address },
  { key: 'action', title: 'Action', cell: (entry) => entry.action },
  { key: 'target', title: 'Target', cell: (entry) => <code>{entry.target}</code> },
  {
    key: 'result',
    title: 'Result',
    cell: (entry) => (entry.status < 400 ? `done (${entry.status})` : `refused (${entry.status})`),
  },
]

export function AuditCard() {
  const [text, setText] = useState('')
  const settled = useDebounced(text, 300)
  const log = useInfiniteQuery(queries.audit(settled))
  const entries = log.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Card
      title="Audit log"
      subtitle="changes, sign-ins and refused calls, newest first"
      tools={
        <input
          type="search"
          className={styles['search']}
          aria-label="Search the audit log"
          placeholder="Search"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      }
    >
      {log.isError ? (
        <ErrorNotice title="Audit log unavailable" error={log.error} onRetry={() => void log.refetch()} />
      ) : log.isPending ? null : entries.length === 0 ? (
        <EmptyState title="No entries">No call matches.</EmptyState>
      ) : (
        <DataTable caption="Audit log" columns={COLUMNS} rows={entries} rowKey={(entry) => String(entry.number)} />
      )}
      {log.hasNextPage ? (
        <Button disabled={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Show older entries
        </Button>
      ) : null}
    </Card>
  )
}
