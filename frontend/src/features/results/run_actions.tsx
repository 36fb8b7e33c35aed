import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { answer, api, ofRun } from '@/api/client'
import type { RunDocument } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button, ButtonLink } from '@/components/button'
import { ConfirmDialog } from '@/components/dialog'
import { useToaster } from '@/components/toasts'
import { oldestFirst } from '@/lib/oldest_first'
import { hasEnded } from '@/lib/run_states'
import { RunPicker } from './run_picker'

/** Cancels a run that is on or waits, after asking. */
export function CancelButton({ run }: { run: RunDocument }) {
  const [asks, setAsks] = useState(false)
  const client = useQueryClient()
  const toaster = useToaster()
  const cancel = useMutation({
    mutationFn: () => answer(api.POST('/api/v1/runs/{run}/cancel', ofRun(run.summary.id))),
    onSuccess: (cancelled) => client.setQueryData(queries.run(run.summary.id).queryKey, cancelled),
    onError: (error) => toaster.fail('The run was not cancelled', error),
    onSettled: () => setAsks(false),
  })
  const finished = run.repeats.filter((repeat) => repeat.state === 'done').length
  return (
    <>
      <Button variant="danger" onClick={() => setAsks(true)}>
        Cancel
      </Button>
      {asks && !hasEnded(run.summary.state) ? (
        <ConfirmDialog
          title={`Cancel run ${run.summary.number}?`}
          confirm="Cancel the run"
          dismiss="Keep it"
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate()}
          onClose={() => setAsks(false)}
        >
          <p>
            Its workers end at once and its nodes are free again.{' '}
            {finished > 0
              ? `What ${finished === 1 ? 'the finished repeat' : `the ${finished} finished repeats`} measured is kept.`
              : 'Nothing has been measured completely yet.'}
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

/** Launches the same spec again, and goes there. */
export function RetryButton({ run }: { run: RunDocument }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const toaster = useToaster()
  const retry = useMutation({
    mutationFn: () => answer(api.POST('/api/v1/runs/{run}/retry', ofRun(run.summary.id))),
    onSuccess: (made) => {
      client.setQueryData(queries.run(made.summary.id).queryKey, made)
      void navigate({ to: '/runs/$id', params: { id: made.summary.id } })
    },
    onError: (error) => toaster.fail('The run was not launched again', error),
  })
  return (
    <Button icon="retry" disabled={retry.isPending} onClick={() => retry.mutate()}>
      Run again
    </Button>
  )
}

/** The form, filled with this run's spec. */
export function ChangeButton({ run }: { run: RunDocument }) {
  return (
    <ButtonLink to="/new" search={{ from: run.summary.id }}>
      Change and run
    </ButtonLink>
  )
}

/** The runs with the same settings, over time. */
export function TrendLink({ run: { summary } }: { run: RunDocument }) {
  const run = String(summary.number)
  return (
    <ButtonLink to="/trends" search={{ run, mark: run }}>
      Trend of this setting
    </ButtonLink>
  )
}

/** Chooses other runs to compare with this one. */
export function CompareButton({ run }: { run: RunDocument }) {
  const [picks, setPicks] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <Button icon="compare" onClick={() => setPicks(true)}>
        Compare with…
      </Button>
      {picks ? (
        <RunPicker
          title={`Compare run ${run.summary.number} with`}
          confirm="Compare"
          without={[run.summary.id]}
          onClose={() => setPicks(false)}
          onPick={(runs) =>
            void navigate({ to: '/compare', search: { runs: oldestFirst([run.summary, ...runs]).join(',') } })
          }
        />
      ) : null}
    </>
  )
}
