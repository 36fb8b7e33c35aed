/** What has ended since the last look, and what a browser says of it. Pure. */
import type { GroupSummary, RunSummary, WorseThanBaselines } from '@/api/contracts'
import { hasEnded } from '@/lib/run_states'

export interface Notice {
  /** Another tab with the same tag says it only once. */
  readonly tag: string
  readonly title: string
  readonly body: string
  readonly address: string
}

type Subject = Pick<RunSummary | GroupSummary, 'id' | 'number' | 'state'>

/** Those that were going on at the last look, or are newer than all of it, and have ended now. `before` is null at the first look. */
export function newlyEnded<T extends Subject>(before: readonly Subject[] | null, now: readonly T[]): T[] {
  if (before === null) return []
  const known = new Map(before.map(({ id, state }) => [id, state]))
  const newest = Math.max(0, ...before.map(({ number }) => number))
  return now.filter(({ id, number, state }) => {
    const was = known.get(id)
    return hasEnded(state) && (was === undefined ? number > newest : !hasEnded(was))
  })
}

/** Null for a run of a sweep or suite: that tells by itself. */
export function runNotice(run: RunSummary): Notice | null {
  if (run.group !== null) return null
  const checks = run.checks_hold === false ? ' A check failed.' : ''
  return {
    tag: `run ${run.id} ${run.ended_at ?? ''}`,
    title: `Run ${run.number} ${run.state}`,
    body: `${run.name}.${checks}${run.failure === null ? '' : ` ${run.failure.message}`}`,
    address: `/runs/${run.number}`,
  }
}

/** One for each baseline that it is worse than; if there is none, one of its end. */
export function groupNotices(group: GroupSummary, { items }: WorseThanBaselines): Notice[] {
  const name = `${group.kind === 'suite' ? 'Suite' : 'Sweep'} ${group.number}`
  const tag = `group ${group.id} ${group.ended_at ?? ''}`
  const address = `/groups/${group.number}`
  if (items.length === 0) return [{ tag, title: `${name} ${group.state}`, body: group.title, address }]
  return items.map(({ baseline, sentence }) => ({
    tag: `${tag} ${baseline}`,
    title: `${name} is worse than baseline ${baseline}`,
    body: `${group.title}. ${sentence}`,
    address: `${address}?baseline=${baseline}`,
  }))
}
