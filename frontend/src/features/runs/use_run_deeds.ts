import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { answer, api, ofGroup, ofRun } from '@/api/client'
import type { GroupPatch, GroupSummary, RunPage, RunSummary } from '@/api/contracts'
import { useToaster } from '@/components/toasts'
import { UNDO_MS, useDeferred } from '@/lib/deferred'
import { hasEnded } from '@/lib/run_states'
import { labelsOf, leftToRestore, type RunPatchOf } from './before_group_change'
import { countOf, endedOf, nameOf, type Chosen } from './chosen'

export interface RunDeeds {
  readonly archive: (chosen: Chosen, archived: boolean) => void
  readonly remove: (chosen: Chosen) => void
  readonly retag: (chosen: Chosen, add: readonly string[], drop: readonly string[]) => void
  readonly retry: (run: RunSummary) => void
}

interface Patches {
  readonly runs: readonly RunPatchOf[]
  readonly groups: readonly { readonly group: GroupSummary; readonly patch: GroupPatch }[]
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
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
  // Groups first: a run that is chosen by itself gets its own tags last.
  const patchAll = async ({ runs, groups }: Patches) => {
    for (const { group, patch } of groups) {
      await answer(api.PATCH('/api/v1/groups/{group}', { ...ofGroup(group.id), body: patch }))
    }
    for (const { id, patch } of runs) {
      const run = await answer(api.PATCH('/api/v1/runs/{run}', { ...ofRun(id), body: patch }))
      replace(run.summary)
    }
  }

  /** Makes the change. The promise is of its undo, which restores each run of a sweep or suite as it was. */
  const change = async (wanted: Patches, back: Patches): Promise<() => Promise<void>> => {
    const left: RunPatchOf[] = []
    for (const { group, patch } of wanted.groups) left.push(...leftToRestore(await labelsOf(group), group, patch))
    await patchAll(wanted)
    return () => patchAll({ groups: back.groups, runs: [...left, ...back.runs] })
  }

  const archive = (chosen: Chosen, archived: boolean) => {
    const name = capital(nameOf(chosen))
    const patches = (value: boolean): Patches => ({
      runs: chosen.runs.map(({ id }) => ({ id, patch: { archived: value } })),
      groups: chosen.groups.map((group) => ({ group, patch: { archived: value } })),
    })
    change(patches(archived), patches(!archived)).then(
      (undo) => {
        const words = archived ? 'archived' : 'back in the list'
        toaster.say(`${name} ${countOf(chosen) === 1 ? 'is' : 'are'} ${words}.`, () => {
          undo().then(refresh, (error: unknown) => toaster.fail('This could not be undone', error))
        })
        refresh()
      },
      (error: unknown) => toaster.fail(`${name} could not be ${archived ? 'archived' : 'brought back'}`, error),
    )
  }

  const remove = (chosen: Chosen) => {
    const ended = endedOf(chosen)
    const going_on = {
      runs: chosen.runs.filter((run) => !hasEnded(run.state)),
      groups: chosen.groups.filter((group) => !ended.groups.includes(group)),
    }
    if (countOf(going_on) > 0) {
      toaster.say(`${capital(nameOf(going_on))} not deleted: still running. Cancel first.`)
    }
    if (countOf(ended) === 0) return
    const name = capital(nameOf(ended))
    const undo = defer(
      [...ended.runs, ...ended.groups].map(({ id }) => id),
      UNDO_MS,
      async () => {
        try {
          for (const run of ended.runs) await answer(api.DELETE('/api/v1/runs/{run}', ofRun(run.id)))
          for (const group of ended.groups) await answer(api.DELETE('/api/v1/groups/{group}', ofGroup(group.id)))
        } catch (error) {
          toaster.fail(`${name} could not be deleted`, error)
          throw error
        } finally {
          refresh()
        }
      },
    )
    toaster.say(`${name} deleted.`, undo)
  }

  const retag = (chosen: Chosen, add: readonly string[], drop: readonly string[]) => {
    const changed = (tags: readonly string[]) => [...new Set([...tags.filter((tag) => !drop.includes(tag)), ...add])]
    const patches = (tagsOf: (tags: readonly string[]) => string[]): Patches => ({
      runs: chosen.runs.map(({ id, tags }) => ({ id, patch: { tags: tagsOf(tags) } })),
      groups: chosen.groups.map((group) => ({ group, patch: { tags: tagsOf(group.tags) } })),
    })
    const before = patches((tags) => [...tags])
    change(patches(changed), before).then(
      (undo) => {
        toaster.say(`Tags of ${nameOf(chosen)} changed.`, () => {
          undo().then(refresh, (error: unknown) => toaster.fail('This could not be undone', error))
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
