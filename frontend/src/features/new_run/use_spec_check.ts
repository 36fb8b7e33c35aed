import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answer, api, ApiError } from '@/api/client'
import type { NewRun, SpecCheck, SweepCheck, Sweep } from '@/api/contracts'
import type { NewRunBody } from '@/lib/document/commands'
import type { DocumentError } from '@/lib/document/validate'
import { useDebounced } from '@/lib/use_debounced'

const PAUSE_MS = 350

export interface CheckState<Check> {
  /** What it would do, of this document or the last valid one. */
  readonly check: Check | null
  /** The answer belongs to the document as it is now. */
  readonly current: boolean
  /** What the server finds wrong with the document as it is now. */
  readonly errors: readonly DocumentError[]
  /** The server did not answer. */
  readonly failure: Error | null
  readonly retry: () => void
}

/** Asks the server what a document would do, a moment after the last change. `body` is null while it is known to be wrong. */
export function useSpecCheck(body: NewRunBody | null, fleet_state: string): CheckState<SpecCheck> {
  return useCheck('spec', body, fleet_state, (body, signal) =>
    answer(api.POST('/api/v1/specs/check', { body: body as NewRun, signal })),
  )
}

/** The same of a sweep: which runs it would make, and how long they take. */
export function useSweepCheck(body: Sweep | null, fleet_state: string): CheckState<SweepCheck> {
  return useCheck('sweep', body, fleet_state, (body, signal) =>
    answer(api.POST('/api/v1/sweeps/check', { body: body as Sweep, signal })),
  )
}

function useCheck<Check extends object>(
  kind: string,
  body: object | null,
  fleet_state: string,
  ask: (body: unknown, signal: AbortSignal) => Promise<Check>,
): CheckState<Check> {
  const text = body === null ? null : JSON.stringify(body)
  const settled = useDebounced(text, PAUSE_MS)
  const asked = useQuery({
    queryKey: ['checks', kind, settled, fleet_state],
    queryFn: ({ signal }) => ask(JSON.parse(settled ?? 'null'), signal),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    gcTime: 60_000,
  })
  const current = text !== null && text === settled && !asked.isPlaceholderData && !asked.isPending
  const problem = asked.error instanceof ApiError ? asked.error.problem : null
  const errors =
    problem === null
      ? []
      : problem.errors.length > 0
        ? problem.errors
        : [{ field: '', value: '', message: problem.detail, remedy: '' }]
  return {
    check: asked.data ?? null,
    current: current && !asked.isError,
    errors: current ? errors : [],
    failure: asked.isError && problem === null ? asked.error : null,
    retry: () => void asked.refetch(),
  }
}
