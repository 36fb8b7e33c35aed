/** Which other nodes are on a node's machine, in words. */
import type { NodeView } from '@/api/contracts'

const NAMES = 3

/** `shares a machine with lyra`; null for a node that has its machine to itself, as far as the console knows. */
export function sharingText({ shares_machine_with: names }: NodeView): string | null {
  return names.length === 0 ? null : `shares a machine with ${namesText(names)}`
}

/** `a`, `a and b`, `a, b and c`; of more than three names the first three, and `others`. */
export function namesText(names: readonly string[]): string {
  const shown = names.length > NAMES ? [...names.slice(0, NAMES), 'others'] : names
  const last = shown.at(-1) ?? ''
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`
}
