/** What is said of a sweep or suite in a line. Pure. */
import type { GroupDocument, GroupSummary, ShapeResult } from '@/api/contracts'
import { plural } from '@/lib/format/number'
import { formatSpan } from '@/lib/format/time'
import { groupEnded } from './group_values'

/** `12 of 36 runs done, 1 failed or cancelled`. */
export function progressText(summary: GroupSummary): string {
  const { runs, runs_done, runs_failed, state } = summary
  const parts = [`${runs_done} of ${plural(runs, 'run')} done`]
  if (runs_failed > 0) parts.push(`${runs_failed} failed or cancelled`)
  if (state === 'queued') parts.push('waiting for free nodes')
  return parts.join(', ')
}

/** How its runs ended, once they have: the sentence under the title. */
export function outcomeText(group: GroupDocument): string {
  const { summary } = group
  const { runs, runs_done, runs_failed, started_at, ended_at, checks_hold } = summary
  const took =
    started_at === null || ended_at === null
      ? ''
      : ` in ${formatSpan((Date.parse(ended_at) - Date.parse(started_at)) / 1000)}`
  const parts = [
    runs_failed > 0
      ? `${runs_done} of ${plural(runs, 'run')} done${took}; ${runs_failed} failed or cancelled.`
      : `${plural(runs, 'run')} done${took}.`,
  ]
  if (checks_hold !== null)
    parts.push(checks_hold ? 'All checks of the runs passed.' : 'Some checks of the runs failed.')
  return parts.join(' ')
}

/** The sentence under the title, and the note; undefined without both. */
export function leadText(group: GroupDocument): string | undefined {
  const { note } = group.summary
  const parts = [...(groupEnded(group) ? [outcomeText(group)] : []), ...(note === '' ? [] : [`Note: ${note}`])]
  return parts.length === 0 ? undefined : parts.join(' ')
}

/** `1 of 12 shape checks failed; 2 of 5 findings not found here; 3 not measured.` */
export function shapesText(group: GroupDocument): string {
  const { shapes } = group
  const count = (verdict: ShapeResult['verdict']) => shapes.filter((shape) => shape.verdict === verdict).length
  const [failed, missed, unmeasured] = [count('failed'), count('not_found'), count('not_measured')]
  const all = plural(shapes.length, 'shape check')
  if (unmeasured === shapes.length) return groupEnded(group) ? 'No shape check was measured.' : `${all} to come.`
  const findings = shapes.filter((shape) => shape.claim === 'finding').length
  const parts = [
    failed > 0 ? `${failed} of ${all} failed` : '',
    missed > 0 ? `${missed} of ${plural(findings, 'finding')} of the study not found here` : '',
    unmeasured > 0 ? `${unmeasured} ${groupEnded(group) ? 'not measured' : 'to come'}` : '',
  ].filter((part) => part !== '')
  if (parts.length === 0) return `All ${all} passed.`
  const passed = plural(count('passed'), 'shape check')
  return `${(failed > 0 ? parts : [`${passed} passed`, ...parts]).join('; ')}.`
}
