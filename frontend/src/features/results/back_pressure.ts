import type { RunDocument } from '@/api/contracts'
import { formatNumber } from '@/lib/format/number'
import { metricOf } from './value_card'

/** How often senders found no room, in words; nothing if the run does not say. Pure. */
export function backPressure(run: RunDocument): string | undefined {
  const told = metricOf(run, 'congested_share')?.median
  if (told === undefined) return undefined
  return told === 0
    ? 'There was always room for what was sent.'
    : `For each update sent a sender was told ${formatNumber(told)} times that there was no room, and tried again.`
}
