import type { Health } from '@/api/contracts'
import { formatCount } from '@/lib/format/number'

/** Which runs the console keeps, in words. */
export function keptText({ keep_days, keep_runs }: Pick<Health, 'keep_days' | 'keep_runs'>): string {
  const limits = [
    keep_days === null ? '' : `for ${formatCount(keep_days)} days`,
    keep_runs === null ? '' : `the newest ${formatCount(keep_runs)}`,
  ].filter((limit) => limit !== '')
  return limits.length === 0 ? 'All' : `${limits.join(', ')}; those with a tag for ever`
}
