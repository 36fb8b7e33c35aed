import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { GroupSummary, Suite } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { Card } from '@/components/card'
import { DataTable, type DataColumn } from '@/components/data_table'
import { GroupVerdict } from '@/components/group_verdict'
import { ErrorNotice } from '@/components/notice'
import { Time } from '@/components/time'
import { formatSpan } from '@/lib/format/time'
import { useTopic } from '@/lib/stream'
import styles from './suites.module.css'

/** How this suite came out before, newest first, live while one is on. */
export function EarlierRuns({ suite }: { suite: Suite }) {
  const asked = useInfiniteQuery(queries.groups({ kind: 'suite', name: suite.name, limit: 20 }))
  const live = useTopic('runs').groups
  const groups = useMemo(() => {
    const listed = (asked.data?.pages ?? []).flatMap((page) => page.items)
    const known = new Set(listed.map((group) => group.id))
    const arrived = [...live.values()].filter((group) => group.name === suite.name && !known.has(group.id))
    const newest = listed[0]?.number ?? 0
    return [
      ...arrived.filter((group) => group.number > newest).toSorted((a, b) => b.number - a.number),
      ...listed.map((group) => live.get(group.id) ?? group),
    ]
  }, [asked.data, live, suite.name])
  return (
    <Card title="Runs of this suite" subtitle={groups.length === 0 ? undefined : 'newest first'}>
      {asked.error === null ? null : (
        <ErrorNotice title="They could not be listed" error={asked.error} onRetry={() => void asked.refetch()} />
      )}
      {groups.length > 0 ? (
        <DataTable caption={`Runs of ${suite.title}`} columns={COLUMNS} rows={groups} rowKey={(group) => group.id} />
      ) : asked.isPending || asked.error !== null ? null : (
        <p className={styles['help']}>It has not been run on this console yet. Launch it under “Run it”.</p>
      )}
      {asked.hasNextPage ? (
        <Button small variant="quiet" disabled={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>
          Older ones
        </Button>
      ) : null}
    </Card>
  )
}

const COLUMNS: readonly DataColumn<GroupSummary>[] = [
  {
    key: 'number',
    title: 'suite run',
    cell: (group) => (
      <Link to="/groups/$id" params={{ id: group.id }}>
        {group.number}
      </Link>
    ),
  },
  {
    key: 'state',
    title: 'state and checks',
    cell: (group) => <GroupVerdict group={group} />,
  },
  { key: 'variant', title: 'size', cell: (group) => group.variant ?? '–' },
  { key: 'version', title: 'version', numeric: true, cell: (group) => group.version ?? '–' },
  { key: 'runs', title: 'runs', numeric: true, cell: (group) => `${group.runs_done} of ${group.runs}` },
  {
    key: 'took',
    title: 'took',
    numeric: true,
    cell: ({ started_at, ended_at }) =>
      started_at === null || ended_at === null
        ? '–'
        : formatSpan((Date.parse(ended_at) - Date.parse(started_at)) / 1000),
  },
  { key: 'created', title: 'when', numeric: true, cell: (group) => <Time at={group.created_at} /> },
]
