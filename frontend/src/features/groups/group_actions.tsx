import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { answer, api, ofGroup } from '@/api/client'
import { runFileUrl } from '@/api/downloads'
import type { GroupDocument } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button, ButtonLink } from '@/components/button'
import { ConfirmDialog } from '@/components/dialog'
import { ForScope } from '@/components/for_scope'
import { Popover } from '@/components/popover'
import { useToaster } from '@/components/toasts'
import { plural } from '@/lib/format/number'
import { ReportButton } from '../results/report_button'
import { EditGroupButton } from './edit_group'
import { groupEnded } from './group_values'
import styles from './groups.module.css'
import { SetBaseline } from './set_baseline'

/** Runs that a comparison still shows well. */
const MOST_COMPARED = 12

export function GroupActions({ group }: { group: GroupDocument }) {
  const { summary } = group
  const done = group.cells.filter((cell) => cell.run.state === 'done')
  return (
    <>
      {summary.name === null ? null : (
        <ButtonLink to="/suites/$name" params={{ name: summary.name }}>
          The suite
        </ButtonLink>
      )}
      {done.length > 1 ? (
        <ButtonLink
          to="/compare"
          search={{
            runs: done
              .slice(0, MOST_COMPARED)
              .map((cell) => cell.run.id)
              .join(','),
          }}
          icon="compare"
        >
          {done.length > MOST_COMPARED ? `Compare first ${MOST_COMPARED}` : 'Compare runs'}
        </ButtonLink>
      ) : null}
      {done.length > 0 ? <ReportButton of={{ group: summary.id }} /> : null}
      <ForScope scope="operator">
        <EditGroupButton group={group} />
        <RetryFailed group={group} />
        {groupEnded(group) ? <MoreMenu group={group} /> : <CancelGroup group={group} />}
      </ForScope>
    </>
  )
}

function CancelGroup({ group }: { group: GroupDocument }) {
  const { id, kind, number, runs_done, runs } = group.summary
  const [asks, setAsks] = useState(false)
  const client = useQueryClient()
  const toaster = useToaster()
  const cancel = useMutation({
    mutationFn: () => answer(api.POST('/api/v1/groups/{group}/cancel', ofGroup(id))),
    onSuccess: (cancelled) => client.setQueryData(queries.group(id).queryKey, cancelled),
    onError: (error) => toaster.fail(`The ${kind} was not cancelled`, error),
    onSettled: () => setAsks(false),
  })
  return (
    <>
      <Button variant="danger" onClick={() => setAsks(true)}>
        Cancel
      </Button>
      {asks ? (
        <ConfirmDialog
          title={`Cancel ${kind} ${number}?`}
          confirm={`Cancel the ${kind}`}
          dismiss="Keep it"
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate()}
          onClose={() => setAsks(false)}
        >
          <p>
            {plural(runs - runs_done, 'run')} will not be finished. What the repeats that have ended measured is kept,
            and the rest can be run later.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

/** Runs again what has failed or was cancelled; what is done stays. */
function RetryFailed({ group }: { group: GroupDocument }) {
  const { id, kind, runs_failed } = group.summary
  const client = useQueryClient()
  const toaster = useToaster()
  const retry = useMutation({
    mutationFn: () => answer(api.POST('/api/v1/groups/{group}/retry', ofGroup(id))),
    onSuccess: (made) => client.setQueryData(queries.group(id).queryKey, made),
    onError: (error) => toaster.fail(`The failed runs of the ${kind} were not made again`, error),
  })
  if (runs_failed === 0) return null
  return (
    <Button icon="retry" disabled={retry.isPending} onClick={() => retry.mutate()}>
      Run {runs_failed} failed again
    </Button>
  )
}

function MoreMenu({ group }: { group: GroupDocument }) {
  const { id, kind, number, runs } = group.summary
  const [asks, setAsks] = useState(false)
  const [sets, setSets] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const toaster = useToaster()
  const remove = useMutation({
    mutationFn: () => answer(api.DELETE('/api/v1/groups/{group}', ofGroup(id))),
    onSuccess: async () => {
      await navigate({ to: '/runs' })
      client.removeQueries({ queryKey: queries.group(id).queryKey })
      void client.invalidateQueries({ queryKey: ['runs', 'list'] })
      void client.invalidateQueries({ queryKey: ['groups', 'list'] })
    },
    onError: (error) => toaster.fail(`The ${kind} was not deleted`, error),
  })
  return (
    <>
      <Popover label="⋯" aria-label={`More for ${kind} ${number}`}>
        <div className={styles['menu']}>
          <ButtonLink small variant="quiet" to="/runs" search={{ group: id, sort: 'number' }}>
            Its runs in the list
          </ButtonLink>
          <Button small variant="quiet" onClick={() => window.location.assign(runFileUrl({ group: id }))}>
            Export for another console
          </Button>
          <Button small variant="quiet" onClick={() => window.location.assign(runFileUrl({ group: id }, 'parquet'))}>
            Export as Parquet tables
          </Button>
          <Button small variant="quiet" onClick={() => setSets(true)}>
            Set as baseline
          </Button>
          <Button small variant="danger" icon="trash" onClick={() => setAsks(true)}>
            Delete with its runs
          </Button>
        </div>
      </Popover>
      {sets ? <SetBaseline group={group} onClose={() => setSets(false)} /> : null}
      {asks ? (
        <ConfirmDialog
          title={`Delete ${kind} ${number}?`}
          confirm={`Delete ${plural(runs, 'run')}`}
          dismiss="Keep it"
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsks(false)}
        >
          <p>All its runs are deleted with what they measured. This cannot be taken back.</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
