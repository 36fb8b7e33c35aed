import { useQuery } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import type { ModelReport } from '@/api/contracts'
import { useDebounced } from '@/lib/use_debounced'

const PAUSE_MS = 300

export interface ModelCheckState {
  /** Of the text as it is now, or of the last one that was checked. */
  readonly report: ModelReport | null
  /** The report belongs to the text as it is now. */
  readonly current: boolean
  /** The check itself did not work. */
  readonly failure: Error | null
  readonly retry: () => void
}

/** Checks a model a moment after the last change. */
export function useModelCheck(text: string): ModelCheckState {
  const settled = useDebounced(text, PAUSE_MS)
  const asked = useQuery<ModelReport>({
    queryKey: ['models', 'check', settled],
    queryFn: ({ signal }) => answer(api.POST('/api/v1/models/check', { body: { text: settled }, signal })),
    placeholderData: (before: ModelReport | undefined) => before,
    staleTime: Infinity,
    gcTime: 30_000,
  })
  return {
    report: asked.data ?? null,
    current: text === settled && asked.isSuccess && !asked.isPlaceholderData,
    failure: asked.error,
    retry: () => void asked.refetch(),
  }
}
