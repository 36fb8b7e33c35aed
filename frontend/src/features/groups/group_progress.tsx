import { Link } from '@tanstack/react-router'
import type { GroupCell, GroupDocument, RunState } from '@/api/contracts'
import { ProgressBar } from '@/components/progress_bar'
import { classNames } from '@/lib/class_names'
import { plural } from '@/lib/format/number'
import { useTimeLeft } from '@/lib/use_time_left'
import { groupEnded } from './group_values'
import styles from './groups.module.css'
import { progressText } from './group_words'

const LOOK: Readonly<Partial<Record<RunState, string>>> = {
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** How far it is: over all, and each cell as a small square that leads to its run. */
export function GroupProgress({ group }: { group: GroupDocument }) {
  const { summary, cells } = group
  const ended = groupEnded(group)
  const left = useTimeLeft(summary.seconds_left)
  const repeats = Math.max(0, ...cells.map((cell) => cell.run.repeats))
  return (
    <section className={styles['progress']} aria-label="Progress">
      {ended ? null : <ProgressBar share={summary.progress} label={`Progress of the ${summary.kind}`} />}
      <div className={styles['progress_head']}>
        <span>
          <span aria-live="polite">{ended ? 'Each square is a run' : progressText(summary)}</span>
          {summary.state !== 'running' || left === null ? null : `, ${left}`}
        </span>
        <span>
          {summary.interleaved && repeats > 1
            ? `${plural(repeats, 'repeat')} each, interleaved: every cell once before any a second time`
            : `${plural(repeats, 'repeat')} each`}
        </span>
      </div>
      <div className={styles['cells']} role="group" aria-label="Runs">
        {cells.map((cell) => (
          <CellTick key={cell.cell} cell={cell} />
        ))}
      </div>
    </section>
  )
}

function CellTick({ cell }: { cell: GroupCell }) {
  const { run } = cell
  const look = LOOK[run.state] ?? (run.progress > 0 || run.started_at !== null ? 'active' : undefined)
  const words = `${cell.label === '' ? `run ${run.number}` : cell.label}: ${run.state}`
  return (
    <Link
      to="/runs/$id"
      params={{ id: run.id }}
      className={classNames(styles['tick'], look !== undefined && styles[look])}
      style={{ '--share': run.progress } as React.CSSProperties}
      title={words}
      aria-label={words}
    >
      <i aria-hidden="true" />
    </Link>
  )
}
