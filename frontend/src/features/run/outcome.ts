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
  const precision = run.precision === null ? '' : ` ${run.precision.sentence}`
  return `Done${took === null ? '' : ` in ${took}`}. ${checksText(run)}${precision}${qualityText(run)}`
}

/** How many repeats other work on the machines disturbed, and the first one's reason. */
function qualityText(run: RunDocument): string {
  const done = run.repeats.filter((repeat) => repeat.state === 'done')
  const bad = done.filter((repeat) => repeat.quality?.grade === 'disturbed')
  const [first] = bad
  if (first === undefined) return ''
  const verb = bad.length === 1 ? 'was' : 'were'
  return ` ${bad.length} of ${plural(done.length, 'repeat')} ${verb} disturbed. ${first.quality?.reason ?? ''}`
}

function checksText(run: RunDocument): string {
  const checks = run.repeats.flatMap((repeat) => repeat.checks)
  const names = new Set(checks.map((check) => check.name))
  const broken = new Set(checks.filter((check) => !check.holds).map((check) => check.name))
  if (names.size === 0) return 'There was nothing to check.'
  if (broken.size > 0) {
    return `${broken.size} of ${plural(names.size, 'check')} failed: do not rely on its figures.`
  }
  return `All ${plural(names.size, 'check')} passed${run.repeats.length > 1 ? ' in every repeat' : ''}.`
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
