import type { Combine, SweepCheck } from '@/api/contracts'
import { Card } from '@/components/card'
import { HelpLink } from '@/components/help_link'
import { Segmented } from '@/components/segmented'
import { classNames } from '@/lib/class_names'
import { plural } from '@/lib/format/number'
import { formatEstimate, formatTimeLeft } from '@/lib/format/time'
import { HELP } from '@/lib/help'
import type { SweepDraft } from './axis_draft'
import styles from './sweep.module.css'

interface SweepPanelProps {
  sweep: SweepDraft
  onChange: (sweep: SweepDraft) => void
  /** Of the sweep as it is now, or the last one that was right. */
  check: SweepCheck | null
  outdated: boolean
}

const SHOWN = 8

/** How the axes combine, which runs that makes, and how long they take. */
export function SweepPanel({ sweep, onChange, check, outdated }: SweepPanelProps) {
  return (
    <Card
      title="The sweep"
      subtitle={outdated && check !== null ? 'before the last change' : undefined}
      tools={<HelpLink help={HELP.sweep} />}
      className={classNames(outdated && styles['stale'])}
    >
      {check === null ? (
        <p className={styles['pending']}>Counted as soon as the form is right.</p>
      ) : (
        <p className={styles['count']} aria-live="polite">
          <strong>{plural(check.runs, 'run')}</strong>, {plural(check.repeats, 'launch', 'launches')} in all.{' '}
          {check.estimate_s === null ? (
            'The time is unknown: no similar run has ended yet.'
          ) : (
            <>
              Takes <strong>{formatEstimate(check.estimate_s)}</strong>, judging by earlier runs
              {check.estimated_cells < check.runs ? ` like ${check.estimated_cells} of them` : ''}.
            </>
          )}
        </p>
      )}
      <div className={styles['choices']}>
        {sweep.axes.length > 1 ? (
          <Segmented<Combine>
            label="Combine the axes"
            value={sweep.combine}
            onChange={(combine) => onChange({ ...sweep, combine })}
            options={[
              { value: 'grid', label: 'Grid', title: 'Every value of one with every value of the others' },
              { value: 'together', label: 'In step', title: 'First values together, then second ones' },
            ]}
          />
        ) : null}
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={sweep.interleaved}
            onChange={(event) => onChange({ ...sweep, interleaved: event.target.checked })}
          />
          interleave repeats
        </label>
      </div>
      <p className={styles['help']}>
        {sweep.interleaved
          ? 'Every run once before any a second time: what drifts on the machines meets all alike.'
          : 'All repeats of a run before the next run.'}
      </p>
      {check === null ? null : (
        <ol className={styles['cells']}>
          {check.cells.slice(0, SHOWN).map((cell) => (
            <li key={cell.cell}>
              <span>{cell.label}</span>
              <small>{cell.estimate_s === null ? '' : formatTimeLeft(cell.estimate_s)}</small>
            </li>
          ))}
          {check.cells.length > SHOWN ? <li>and {check.cells.length - SHOWN} more</li> : null}
        </ol>
      )}
    </Card>
  )
}
