import type { DataPath } from '@/api/contracts'
import { formatNumber, formatParameter, formatShare } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { termLabel } from '@/lib/terms'

/** What the RTI holds where nothing else is said: no news. */
const USUALLY_HELD = { bytes: 8_192, timeout_us: 100 }

/** The way of a run's data, where it is not the plain channels, and what a network is made to do to it. Pure. */
export function dataPathChips(data: DataPath): readonly string[] {
  const lossy = data.transportation !== 'reliable'
  const { delay_ms, delay_trace_ms, loss_trace, loss_share, burst_loss_share } = data.impairment
  const lost = loss_share + burst_loss_share
  return [
    ...(lossy ? [`${termLabel(data.transportation)} by ${termLabel(data.best_effort)}`] : []),
    ...(data.groups > 0 ? [`${formatNumber(data.groups)} multicast groups`] : []),
    ...(!lossy && data.reliable !== 'channels' ? [`reliable ${termLabel(data.reliable)}`] : []),
    ...(data.held.bytes === USUALLY_HELD.bytes && data.held.timeout_us === USUALLY_HELD.timeout_us
      ? []
      : [data.held.bytes === 0 ? 'nothing held' : `held to ${formatQuantity(data.held.bytes, 'B')}`]),
    ...(data.bundling.bytes > 0 ? [`bundles of ${formatQuantity(data.bundling.bytes, 'B')}`] : []),
    ...(data.extra_copies > 0 ? [`extra copies: ${formatNumber(data.extra_copies)}`] : []),
    ...(data.rate_limit.messages_per_s > 0
      ? [`at most ${formatNumber(data.rate_limit.messages_per_s)} messages/s`]
      : []),
    ...(data.rate_limit.bytes_per_s > 0 ? [`at most ${formatQuantity(data.rate_limit.bytes_per_s, 'B/s')}`] : []),
    ...(delay_trace_ms.length > 0 ? [`trace of ${delay_trace_ms.length} delays`] : []),
    ...(delay_ms > 0 && delay_trace_ms.length === 0 ? [`delay ${formatParameter(delay_ms)} ms`] : []),
    ...(loss_trace.length > 0 ? [`trace of ${loss_trace.length} packets, some lost`] : []),
    ...(lost > 0 ? [`loss ${formatShare(lost)}`] : []),
  ]
}
