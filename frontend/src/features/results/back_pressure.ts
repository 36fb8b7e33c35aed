import type { RunDocument } from '@/api/contracts'
import { formatNumber } from '@/lib/format/number'
import { metricOf } from './value_card'

/** How often senders found no room, in words; nothing if the run does not say. Pure. */
export function backPressure(run: RunDocument): string | undefined {
  const told = metricOf(run, 'congested_share')?.median
  if (told === undefined) return undefined
  if (told === 0) return 'Every update found room at once.'
  return told < 0.1
    ? `For one in ${formatNumber(1 / told, 2)} updates the sender found no room and tried again.`
    : `For each update the sender found no room ${formatNumber(told)} times and tried again.`
}
