import type { RunDocument, RunState } from '@/api/contracts'
import { ProgressBar } from '@/components/progress_bar'
import { formatCount, formatShare } from '@/lib/format/number'
import { useTimeLeft } from '@/lib/use_time_left'
import { workloadView } from '../results/registry'
import styles from './live.module.css'

const WORDS: Readonly<Partial<Record<RunState, string>>> = {
  placing: 'choosing nodes and splitting the work',
  preparing: 'workers make their processes and listen',
  ready: 'all workers are connected',
  collecting: 'workers check their counts and add up',
}

/** How far the run is, and how long it will take. `done` is of the repeat that is on. */
export function StateLine({ run, done }: { run: RunDocument; done: number }) {
  const { summary } = run
  const left = useTimeLeft(summary.seconds_left)
  const view = workloadView(run)
  const total = view.total(run)
  const parts: string[] = []
  if (summary.state === 'queued') {
    parts.push(summary.queue_position === null ? 'waiting for nodes' : queueWords(summary.queue_position))
  } else if (summary.state === 'running' && Number.isFinite(total)) {
    parts.push(`${view.progress_unit} ${formatCount(Math.min(done, total))} of ${formatCount(total)}`)
    if (summary.repeats > 1) parts.push(`repeat ${summary.repeat + 1} of ${summary.repeats}`)
  } else {
    parts.push(`${summary.state}${WORDS[summary.state] === undefined ? '' : `: ${WORDS[summary.state]}`}`)
  }
  parts.push(formatShare(summary.progress))
  if (left !== null) parts.push(left)
  return (
    <div className={styles['state_line']}>
      <ProgressBar share={summary.progress} label="Progress of the run" />
      <span className="tabular" aria-live="off">
        {parts.join(' · ')}
      </span>
    </div>
  )
}

function queueWords(position: number): string {
  return position <= 1 ? 'next in the queue' : `number ${formatCount(position)} in the queue`
}
