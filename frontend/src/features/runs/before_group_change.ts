/**
 * A change of a sweep or suite changes all its runs. Its undo must restore each run as it was: some may have had the
 * new tag before, or have been archived already.
 */
import { answer, api } from '@/api/client'
import type { GroupPatch, GroupSummary, RunPage, RunPatch, RunSummary } from '@/api/contracts'

/** The most runs that the console lists at once. */
const PAGE = 500

type Labels = Pick<RunSummary, 'id' | 'tags' | 'archived'>

export interface RunPatchOf {
  readonly id: string
  readonly patch: RunPatch
}

/** Tags and place of all runs of a group, archived or not. */
export async function labelsOf(group: GroupSummary): Promise<readonly Labels[]> {
  const found: Labels[] = []
  for (const archived of [false, true]) {
    let cursor: string | null = null
    do {
      const query = { group: group.id, archived, limit: PAGE, cursor }
      const page: RunPage = await answer(api.GET('/api/v1/runs', { params: { query } }))
      found.push(...page.items.map(({ id, tags, archived: is_archived }) => ({ id, tags, archived: is_archived })))
      cursor = page.next_cursor
    } while (cursor !== null)
  }
  return found
}

/** As the console changes the tags of a run when those of its group change. */
function follow(tags: readonly string[], before: readonly string[], after: readonly string[]): readonly string[] {
  const added = after.filter((tag) => !before.includes(tag))
  const dropped = before.filter((tag) => !after.includes(tag))
  return [...new Set([...tags, ...added])].filter((tag) => !dropped.includes(tag))
}

const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((tag, at) => tag === other[at])

/** What is left to do for runs when the change of their group has been made and taken back. Pure. */
export function leftToRestore(
  before: readonly Labels[],
  group: Pick<GroupSummary, 'tags'>,
  change: GroupPatch,
): readonly RunPatchOf[] {
  const tags = change.tags ?? null
  return before.flatMap((run) => {
    const got = tags === null ? run.tags : follow(follow(run.tags, group.tags, tags), tags, group.tags)
    const patch: RunPatch = {
      ...(same(got, run.tags) ? {} : { tags: [...run.tags] }),
      ...(typeof change.archived === 'boolean' && run.archived === change.archived ? { archived: run.archived } : {}),
    }
    return Object.keys(patch).length === 0 ? [] : [{ id: run.id, patch }]
  })
}
