import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '@/api/client'
import type { RunDocument } from '@/api/contracts'
import { queries } from '@/api/queries'
import { ButtonLink } from '@/components/button'
import { DialogHost } from '@/components/dialog_host'
import { EmptyState } from '@/components/empty_state'
import { ErrorNotice } from '@/components/notice'
import { PageHeader } from '@/components/page_header'
import { hasEnded } from '@/lib/run_states'
import { useObservable, useRunTopic } from '@/lib/stream'
import { LiveRun } from '../live/live_run'
import { RunReport } from './run_report'

const POLL_MS = 2_000

/** One address for a run: live while it is on, and what it measured afterwards. */
export function RunPage() {
  const { id } = useParams({ from: '/runs/$id' })
  const asked = useQuery(queries.run(id))
  if (asked.data !== undefined) {
    return (
      <DialogHost key={asked.data.summary.id}>
        {hasEnded(asked.data.summary.state) ? (
          <RunReport run={asked.data} />
        ) : (
          <Following asked={asked.data} given_id={id} />
        )}
      </DialogHost>
    )
  }
  if (asked.error instanceof ApiError && asked.error.status === 404) {
    return (
      <EmptyState title={`There is no run ${id}`} actions={<ButtonLink to="/runs">All runs</ButtonLink>}>
        It may have been deleted, or the link is incomplete.
      </EmptyState>
    )
  }
  return (
    <>
      <PageHeader title={`Run ${id.length > 12 ? '' : id}`.trim()} />
      {asked.error === null ? (
        <p role="status">Loading the run…</p>
      ) : (
        <ErrorNotice title="The run could not be loaded" error={asked.error} onRetry={() => void asked.refetch()} />
      )}
    </>
  )
}

/** Follows a run over the stream; when it has ended, its document is fetched once more, complete. */
function Following({ asked, given_id }: { asked: RunDocument; given_id: string }) {
  const client = useQueryClient()
  const topic = useRunTopic(asked.summary.id)
  const state = useObservable(topic?.state, null)
  const run = state?.run ?? asked
  const ended = hasEnded(run.summary.state)
  const refused = state !== null && state.refusal !== ''
  const { queryKey } = queries.run(given_id)
  useQuery({ ...queries.run(given_id), refetchInterval: refused ? POLL_MS : false })
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey })
    // The key is made again by each render; the id says all.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ended, client, given_id])
  return <LiveRun run={run} topic={topic} state={state} />
}
