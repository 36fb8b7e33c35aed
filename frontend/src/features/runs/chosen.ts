/** What is chosen in the list: runs, and sweeps and suites as a whole. Pure. */
import type { GroupSummary, RunSummary } from '@/api/contracts'
import { plural } from '@/lib/format/number'
import { hasEnded } from '@/lib/run_states'

export interface Chosen {
  readonly runs: readonly RunSummary[]
  readonly groups: readonly GroupSummary[]
}

export const groupCount = (count: number) => plural(count, 'sweep or suite', 'sweeps and suites')

export function countOf({ runs, groups }: Chosen): number {
  return runs.length + groups.length
}

/** `run 25`, `sweep 3`, `2 runs and 1 sweep or suite`. */
export function nameOf({ runs, groups }: Chosen): string {
  const [run, group] = [runs[0], groups[0]]
  if (runs.length === 1 && run !== undefined && groups.length === 0) return `run ${run.number}`
  if (groups.length === 1 && group !== undefined && runs.length === 0) return `${group.kind} ${group.number}`
  return [
    ...(runs.length > 0 ? [plural(runs.length, 'run')] : []),
    ...(groups.length > 0 ? [groupCount(groups.length)] : []),
  ].join(' and ')
}

/** Without what still goes on, and without runs of the groups that are chosen too. */
export function endedOf({ runs, groups }: Chosen): Chosen {
  const ids = new Set(groups.map((group) => group.id))
  return {
    runs: runs.filter((run) => hasEnded(run.state) && (run.group === null || !ids.has(run.group.id))),
    groups: groups.filter(({ state }) => state !== 'queued' && state !== 'running'),
  }
}
