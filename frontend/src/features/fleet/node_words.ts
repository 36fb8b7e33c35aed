/** What a node's figures say, in words. */
import type { NodeView } from '@/api/contracts'
import { formatInstant } from '@/lib/format/time'
import { formatFixed, formatNumber, plural, NBSP } from '@/lib/format/number'
import { formatQuantity, scaleFor } from '@/lib/format/unit'

/** `4 cores`, or `0.33 of 4 cores` under a control group's limit. */
export function coresText({ cores, cpu_limit }: { cores: number; cpu_limit: number }): string {
  return cpu_limit < cores ? `${formatNumber(cpu_limit, 2)} of ${plural(cores, 'core')}` : plural(cores, 'core')
}

/** `+18 µs ± 42 µs`: the node's clock minus the console's. */
export function clockText({ clock_offset_ns, clock_offset_error_ns }: NodeView): string {
  if (clock_offset_ns === null || clock_offset_error_ns === null) return 'not measured'
  const scale = scaleFor('ns', Math.max(Math.abs(clock_offset_ns), clock_offset_error_ns))
  const error = clock_offset_error_ns * scale.factor
  // Not finer than the uncertainty allows.
  const decimals = error < 10 ? 1 : 0
  const offset = formatFixed(Math.abs(clock_offset_ns * scale.factor), decimals)
  return `${clock_offset_ns < 0 ? '−' : '+'}${offset} ± ${formatFixed(error, decimals)}${NBSP}${scale.unit}`
}

/** A clock that is certainly off by more than a tenth of a second: times of different nodes are then misleading. */
export function clockIsOff({ clock_offset_ns, clock_offset_error_ns }: NodeView): boolean {
  if (clock_offset_ns === null || clock_offset_error_ns === null) return false
  return Math.abs(clock_offset_ns) - clock_offset_error_ns > 100e6
}

/** `slurm job 17, until 14:05`: who has lent the node. */
export function lentText({ manager, job, ends_at }: NonNullable<NodeView['facts']['allocation']>): string {
  const until = ends_at === null ? '' : `, until ${formatInstant(ends_at, new Date())}`
  return `${manager} job ${job}${until}`
}

/** The sentence over the fleet. */
export function fleetTitle(nodes: readonly NodeView[]): string {
  const online = nodes.filter((node) => node.state === 'online')
  if (nodes.length === 0) return 'No node has joined yet'
  const busy = online.filter((node) => node.current_run !== null).length
  const offline = nodes.length - online.length
  if (online.length === 0) return `${plural(nodes.length, 'node')} known, none online`
  const parts = [
    `${plural(online.length, 'node')} online`,
    busy === 0 ? 'all free' : busy === online.length ? 'all at work' : `${busy} at work`,
  ]
  if (offline > 0) parts.push(`${offline} offline`)
  return parts.join(', ')
}

export const SINCE_CLOCK = 'The node’s wall clock minus the console’s, and the uncertainty of that estimate.'
export const SHARING =
  'Nodes on one machine compete for its CPUs. A run with placement.separate_machines uses only one of them.'
export const RATING = 'Millions of integer calibration rounds a second, measured on the node. Work is split by it.'

export function ratingText(rating: number): string {
  return formatQuantity(rating, 'M/s', { factor: 1, unit: 'M/s' })
}
