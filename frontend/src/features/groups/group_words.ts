/** What is said of a sweep or suite in a line. Pure. */
import type { GroupDocument, GroupSummary } from '@/api/contracts'
import { plural } from '@/lib/format/number'
import { formatSpan, formatTimeLeft } from '@/lib/format/time'
import { groupEnded } from './group_values'

/** `12 of 36 runs done, about 4 min left`. */
export function progressText(summary: GroupSummary): string {
  const { runs, runs_done, runs_failed, seconds_left, state } = summary
  const parts = [`${runs_done} of ${plural(runs, 'run')} done`]
  if (runs_failed > 0) parts.push(`${runs_failed} failed or cancelled`)
  if (state === 'running' && seconds_left !== null) parts.push(`${formatTimeLeft(seconds_left)} left`)
  if (state === 'queued') parts.push('waiting for free nodes')
  return parts.join(', ')
}

/** What came out, once it has ended: the sentence under the title. */
export function outcomeText(group: GroupDocument): string {
  const { summary, shapes } = group
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
    parts.push(checks_hold ? 'All checks of the runs hold.' : 'Some checks of the runs do not hold.')
  if (shapes.length > 0) parts.push(shapesText(group))
  return parts.join(' ')
}

export function shapesText(group: GroupDocument): string {
  const { shapes } = group
  const held = shapes.filter((shape) => shape.holds === true).length
  const broken = shapes.filter((shape) => shape.holds === false).length
  if (broken > 0)
    return `${broken} of ${plural(shapes.length, 'shape check')} ${broken === 1 ? 'does' : 'do'} not hold.`
  if (held === shapes.length) return `All ${plural(shapes.length, 'shape check')} hold.`
  if (!groupEnded(group)) return `${held} of ${plural(shapes.length, 'shape check')} hold so far.`
  return held === 0
    ? 'No shape check was measured.'
    : `${plural(held, 'shape check')} ${held === 1 ? 'holds' : 'hold'}; ${shapes.length - held} not measured.`
}
