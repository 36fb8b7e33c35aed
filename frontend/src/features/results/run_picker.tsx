import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { RunSummary, SummaryMetric } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { ErrorNotice } from '@/components/notice'
import { Time } from '@/components/time'
import { formatCount } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { modeFigures } from '@/lib/metric_words'
import styles from './run_picker.module.css'

interface RunPickerProps {
  title: string
  /** The verb on the button. */
  confirm: string
  /** Runs that are not offered. */
  without: readonly string[]
  onPick: (runs: readonly RunSummary[]) => void
  onClose: () => void
}

/** Chooses some of the runs that have measured something. */
export function RunPicker({ title, confirm, without, onPick, onClose }: RunPickerProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly RunSummary[]>([])
  const q = useDeferredValue(text.trim())
  const found = useInfiniteQuery(queries.runs({ state: 'done', q: q === '' ? null : q }))
  const runs = (found.data?.pages ?? []).flatMap((page) => page.items).filter((run) => !without.includes(run.id))
  const settings = new Map(
    (found.data?.pages ?? []).flatMap((page) => page.settings).map(({ run, label }) => [run, label]),
  )
  const isChosen = (run: RunSummary) => chosen.some(({ id }) => id === run.id)
  const toggle = (run: RunSummary) =>
    setChosen((now) => (isChosen(run) ? now.filter(({ id }) => id !== run.id) : [...now, run]))
  return (
    <Dialog
      title={title}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={() => onPick(chosen)}>
            {chosen.length > 1 ? `${confirm} ${chosen.length} runs` : confirm}
          </Button>
        </>
      }
    >
      <input
        className={styles['search']}
        type="search"
        placeholder="Name, tag, preset or number"
        aria-label="Find runs"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found.error ? (
        <ErrorNotice title="The runs could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
      ) : null}
      <div className={styles['list']} role="group" aria-label="Runs">
        {runs.map((run) => (
          <label key={run.id} className={styles['run']}>
            <input type="checkbox" checked={isChosen(run)} onChange={() => toggle(run)} />
            <span className={styles['number']}>{formatCount(run.number)}</span>
            <span className={styles['name']} title={run.name}>
              {run.name}
              {settings.has(run.id) ? <small>{settings.get(run.id)}</small> : null}
            </span>
            <span className={styles['figure']}>{headline(run)}</span>
            <span className={styles['quiet']}>
              <Time at={run.created_at} show="age" />
            </span>
          </label>
        ))}
        {runs.length === 0 && !found.isPending ? (
          <p className={styles['none']}>
            {q === ''
              ? 'No other run is done yet. Launch one more, then compare.'
              : `No run that is done matches “${q}”.`}
          </p>
        ) : null}
        {found.hasNextPage ? (
          <Button variant="quiet" disabled={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            Older runs
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}

function figure(metric: SummaryMetric): string {
  const modes = modeFigures(metric)
  return modes === null ? formatQuantity(metric.median, metric.unit) : `two modes: ${modes}`
}

/** The first metric with its name. */
function headline(run: RunSummary): string {
  const metric = run.headline[0]
  return metric === undefined ? '' : `${metric.title}: ${figure(metric)}`
}
