import type { RunDocument } from '@/api/contracts'
import { plural } from '@/lib/format/number'
import { formatSpan } from '@/lib/format/time'

/** What became of a run, in a sentence. Pure. */
export function outcomeText(run: RunDocument): string {
  const { summary } = run
  const took = spanOf(summary.started_at, summary.ended_at)
  const after = took === null ? '' : ` after ${took}`
  const finished = run.repeats.filter((repeat) => repeat.state === 'done').length
  if (summary.state === 'failed') return `Failed${after}. ${keptText(finished)}`
  if (summary.state === 'cancelled') return `Cancelled${after}. ${keptText(finished)}`
  const checks = run.repeats.flatMap((repeat) => repeat.checks)
  const broken = checks.filter((check) => !check.holds)
  const verdict =
    checks.length === 0
      ? 'There was nothing to check.'
      : broken.length === 0
        ? `All ${plural(checks.length, 'check')} hold.`
        : `${plural(broken.length, 'check')} of ${checks.length} ${broken.length === 1 ? 'does' : 'do'} not hold: do not rely on its figures.`
  return `Done${took === null ? '' : ` in ${took}`}. ${verdict}`
}

function keptText(finished: number): string {
  return finished === 0
    ? 'No repeat was finished.'
    : `${plural(finished, 'finished repeat')} ${finished === 1 ? 'is' : 'are'} kept below.`
}

function spanOf(from: string | null, to: string | null): string | null {
  if (from === null || to === null) return null
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000
  return Number.isFinite(seconds) && seconds >= 0 ? formatSpan(seconds) : null
}
