/** The repeat that stands for a run where only one can be shown. Pure. */
import type { RepeatView, RunDocument } from '@/api/contracts'
import { leadingMetrics } from './registry'

/**
 * Of these repeats, the one whose leading metric is the median; of two in the middle the lower; the last one if no repeat has
 * measured the metric. Replaced ones do not count. Reports follow the same rule.
 */
export function medianRepeat(run: RunDocument, repeats: readonly RepeatView[]): RepeatView | undefined {
  const [leading] = leadingMetrics(run.summary.workload)
  const valueOf = ({ metrics }: RepeatView) => metrics.find(({ name }) => name === leading)?.value
  const measured = repeats.flatMap((repeat) => {
    const value = repeat.replaced_by === null ? valueOf(repeat) : undefined
    return value === undefined ? [] : [{ repeat, value }]
  })
  const ordered = measured.toSorted((one, other) => one.value - other.value)
  return ordered[Math.floor((ordered.length - 1) / 2)]?.repeat ?? repeats.at(-1)
}
