import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { answer, api, ApiError, once } from '@/api/client'
import type { NewRun, Sweep } from '@/api/contracts'
import { queries } from '@/api/queries'
import type { NewRunBody, SweepBody } from '@/lib/document/commands'
import type { DocumentError } from '@/lib/document/validate'
import { randomKey } from '@/lib/idempotency'
import { forgetDraft } from './draft'

export interface Launch {
  /** Makes the run or sweep and goes there. */
  readonly start: (body: NewRunBody | SweepBody) => void
  readonly pending: boolean
  /** What the server refused in this very body. */
  readonly refused: { readonly text: string; readonly errors: readonly DocumentError[] } | null
  readonly error: Error | null
}

/**
 * A launch whose answer was lost is sent again under its own key, and so never makes a second run. What was launched is a draft
 * no more: its start, chosen again, is as it was. `draft`: the key of the draft.
 */
export function useLaunch(draft: string): Launch {
  const navigate = useNavigate()
  const client = useQueryClient()
  const attempt = useRef<{ text: string; key: string } | null>(null)
  const [refused, setRefused] = useState<Launch['refused']>(null)
  const launch = useMutation({
    mutationFn: async ({ body, key }: { body: NewRunBody | SweepBody; key: string }) => {
      const params = { header: once(key) }
      if ('axes' in body) {
        const group = await answer(api.POST('/api/v1/sweeps', { params, body: body as Sweep }))
        client.setQueryData(queries.group(group.summary.id).queryKey, group)
        return () => navigate({ to: '/groups/$id', params: { id: group.summary.id } })
      }
      const run = await answer(api.POST('/api/v1/runs', { params, body: body as NewRun }))
      client.setQueryData(queries.run(run.summary.id).queryKey, run)
      return () => navigate({ to: '/runs/$id', params: { id: run.summary.id } })
    },
    onSuccess: (go) => {
      attempt.current = null
      forgetDraft(draft)
      void client.invalidateQueries({ queryKey: ['runs', 'list'] })
      void go()
    },
    onError: (error, { body }) => {
      if (error instanceof ApiError && error.problem !== null && error.problem.errors.length > 0) {
        setRefused({ text: JSON.stringify(body), errors: error.problem.errors })
      }
    },
  })
  const start = (body: NewRunBody | SweepBody) => {
    if (launch.isPending) return
    const text = JSON.stringify(body)
    if (attempt.current?.text !== text) attempt.current = { text, key: randomKey() }
    launch.mutate({ body, key: attempt.current.key })
  }
  return { start, pending: launch.isPending, refused, error: launch.error }
}
