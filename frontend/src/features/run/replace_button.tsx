import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api, ofRun } from '@/api/client'
import type { RunDocument } from '@/api/contracts'
import { Button } from '@/components/button'
import { useToaster } from '@/components/toasts'

/** Makes a disturbed repeat again: the run waits for its nodes, and the page follows it. */
export function ReplaceButton({ run, repeat }: { run: RunDocument; repeat: number }) {
  const client = useQueryClient()
  const toaster = useToaster()
  const replace = useMutation({
    mutationFn: () =>
      answer(api.POST('/api/v1/runs/{run}/replacements', { ...ofRun(run.summary.id), body: { repeat } })),
    // The page may know the run by its number or by its id.
    onSuccess: () => client.invalidateQueries({ queryKey: ['runs', 'one'] }),
    onError: (error) => toaster.fail(`Repeat ${repeat + 1} is not measured again`, error),
  })
  return (
    <Button
      small
      disabled={replace.isPending}
      aria-label={`Measure again: repeat ${repeat + 1}`}
      onClick={() => replace.mutate()}
    >
      Measure again
    </Button>
  )
}
