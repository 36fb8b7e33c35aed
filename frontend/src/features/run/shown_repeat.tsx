/** Which repeat of a run the page's charts show: one for all of them, in the address. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { RepeatView, RunDocument } from '@/api/contracts'
import { medianRepeat } from '../results/median_repeat'
import styles from './run.module.css'

/** Of these repeats, the one that was asked for, else the one whose leading metric is the median. */
export function useShownRepeat(run: RunDocument, repeats: readonly RepeatView[]): RepeatView | undefined {
  const { repeat } = useSearch({ from: '/runs/$id' })
  return repeats.find((one) => one.repeat === repeat) ?? medianRepeat(run, repeats)
}

interface RepeatChoiceProps {
  run: RunDocument
  repeats: readonly RepeatView[]
  shown: RepeatView
}

/** Chooses the repeat that all charts of the page show; nothing if there is but one. */
export function RepeatChoice({ run, repeats, shown }: RepeatChoiceProps) {
  const navigate = useNavigate({ from: '/runs/$id' })
  if (repeats.length < 2) return null
  const median = medianRepeat(run, repeats)
  return (
    <label>
      <span className="unseen">Repeat</span>
      <select
        className={styles['select']}
        value={shown.repeat}
        onChange={(event) =>
          void navigate({
            // What was zoomed into belongs to the repeat that was shown.
            search: ({ zoom: _, ...rest }) => ({ ...rest, repeat: Number(event.target.value) }),
            replace: true,
            resetScroll: false,
          })
        }
      >
        {repeats.map((one) => (
          <option key={one.repeat} value={one.repeat}>
            {`repeat ${one.repeat + 1}${one === median ? ' (median)' : ''}`}
          </option>
        ))}
      </select>
    </label>
  )
}
