import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { answer, api, ofRun } from '@/api/client'
import type { RunPage, RunPatch, RunSummary } from '@/api/contracts'
import { useToaster } from '@/components/toasts'
import { UNDO_MS, useDeferred } from '@/lib/deferred'
import { plural } from '@/lib/format/number'
import { hasEnded } from '@/lib/run_states'

export interface RunDeeds {
  readonly archive: (runs: readonly RunSummary[], archived: boolean) => void
  readonly remove: (runs: readonly RunSummary[]) => void
  readonly retag: (runs: readonly RunSummary[], add: readonly string[], drop: readonly string[]) => void
  readonly retry: (run: RunSummary) => void
}

function name(runs: readonly RunSummary[]): string {
  const [first] = runs
  return runs.length === 1 && first !== undefined ? `Run ${first.number}` : plural(runs.length, 'run')
}

/** What can be done to runs of the list, each with its undo where it can be taken back. */
export function useRunDeeds(): RunDeeds {
  const query_client = useQueryClient()
  const toaster = useToaster()
  const navigate = useNavigate()
  const { defer } = useDeferred()

  const replace = (summary: RunSummary) => {
    query_client.setQueriesData<InfiniteData<RunPage, string | undefined>>({ queryKey: ['runs', 'list'] }, (data) =>
      data === undefined
        ? data
        : {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              items: page.items.map((item) => (item.id === summary.id ? summary : item)),
            })),
          },
    )
  }
  const refresh = () => void query_client.invalidateQueries({ queryKey: ['runs', 'list'] })
  const patchAll = async (patches: readonly { readonly id: string; readonly patch: RunPatch }[]) => {
    for (const { id, patch } of patches) {
      const run = await answer(api.PATCH('/api/v1/runs/{run}', { ...ofRun(id), body: patch }))
      replace(run.summary)
    }
  }

  const archive = (runs: readonly RunSummary[], archived: boolean) => {
    const put = (value: boolean) => patchAll(runs.map(({ id }) => ({ id, patch: { archived: value } })))
    put(archived).then(
      () => {
        const words = archived ? 'archived' : 'back in the list'
        toaster.say(`${name(runs)} ${runs.length === 1 ? 'is' : 'are'} ${words}.`, () => {
          put(!archived).then(refresh, (error: unknown) => toaster.fail('This could not be undone', error))
        })
        refresh()
      },
      (error: unknown) => toaster.fail(`${name(runs)} could not be ${archived ? 'archived' : 'brought back'}`, error),
    )
  }

  const remove = (runs: readonly RunSummary[]) => {
    const ended = runs.filter((run) => hasEnded(run.state))
    if (ended.length < runs.length) {
      toaster.say(`${plural(runs.length - ended.length, 'run')} not deleted: still running. Cancel first.`)
    }
    if (ended.length === 0) return
    const undo = defer(
      ended.map((run) => run.id),
      UNDO_MS,
      async () => {
        try {
          for (const run of ended) await answer(api.DELETE('/api/v1/runs/{run}', ofRun(run.id)))
        } catch (error) {
          toaster.fail(`${name(ended)} could not be deleted`, error)
          throw error
        } finally {
          refresh()
        }
      },
    )
    toaster.say(`${name(ended)} deleted.`, undo)
  }

  const retag = (runs: readonly RunSummary[], add: readonly string[], drop: readonly string[]) => {
    const patches = runs.map((run) => {
      const tags = [...new Set([...run.tags.filter((tag) => !drop.includes(tag)), ...add])]
      return { id: run.id, patch: { tags } }
    })
    const before = runs.map((run) => ({ id: run.id, patch: { tags: run.tags } }))
    patchAll(patches).then(
      () => {
        toaster.say(`Tags of ${name(runs).toLowerCase()} changed.`, () => {
          patchAll(before).then(refresh, (error: unknown) => toaster.fail('This could not be undone', error))
        })
        refresh()
      },
      (error: unknown) => toaster.fail('The tags could not be changed', error),
    )
  }

  const retry = (run: RunSummary) => {
    answer(api.POST('/api/v1/runs/{run}/retry', ofRun(run.id))).then(
      (made) => void navigate({ to: '/runs/$id', params: { id: made.summary.id } }),
      (error: unknown) => toaster.fail(`Run ${run.number} could not be made again`, error),
    )
  }
  return { archive, remove, retag, retry }
}
