import type { DataPath } from '@/api/contracts'
import { formatNumber, formatParameter, formatShare } from '@/lib/format/number'
import { termLabel } from '@/lib/terms'

/** The way of a run's data, where it is not the plain channels, and what a network is made to do to it. Pure. */
export function dataPathChips(data: DataPath): readonly string[] {
  const lossy = data.transportation === 'best_effort'
  const { delay_ms, loss_share, burst_loss_share } = data.impairment
  const lost = loss_share + burst_loss_share
  return [
    ...(lossy ? [`best effort by ${termLabel(data.best_effort)}`] : []),
    ...(!lossy && data.reliable !== 'channels' ? [`reliable ${termLabel(data.reliable)}`] : []),
    ...(data.rate_limit.messages_per_s > 0
      ? [`at most ${formatNumber(data.rate_limit.messages_per_s)} messages/s`]
      : []),
    ...(delay_ms > 0 ? [`delay ${formatParameter(delay_ms)} ms`] : []),
    ...(lost > 0 ? [`loss ${formatShare(lost)}`] : []),
  ]
}
