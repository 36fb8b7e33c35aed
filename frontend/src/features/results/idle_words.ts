/** What the time `idle` of a step can be. Pure. */
import type { RepeatNode } from '@/api/contracts'
import { formatFixed, formatNumber, plural } from '@/lib/format/number'

/** What is known without a look at the machine. */
export const IDLE = 'Idle is the rest of a step: waiting for messages, or for a CPU. A step does not tell them apart.'

/** Fewer threads than this may have been met by chance. */
const LEAST_WAITING = 0.2

/** Whether this activity is the rest of a step. */
export function isIdle(name: string): boolean {
  return name === 'idle'
}

/**
 * What the agent saw of the node's threads: how many waited for a CPU on average over the repeat, which is those that wanted one
 * less those that had one. Null where the agent did not see enough: in short repeats and with older agents.
 */
export function waitingThreads({ surroundings }: Pick<RepeatNode, 'surroundings'>): number | null {
  const demand = surroundings?.demand ?? null
  if (surroundings === null || demand === null || surroundings.elapsed_s <= 0) return null
  return Math.max(0, demand.own - surroundings.own_s / surroundings.elapsed_s)
}

/** What a node's idle time is, as far as a repeat tells. */
export function idleSentence(name: string, node: Pick<RepeatNode, 'surroundings'>): string {
  const waiting = waitingThreads(node)
  const { surroundings } = node
  if (waiting === null || surroundings === null) {
    return `${name}: not known. The agent needs 3 s to see how many threads wait for a CPU.`
  }
  const used = formatFixed(surroundings.own_s / surroundings.elapsed_s, 1)
  const had = `its threads used ${used} of ${plural(surroundings.cpus, 'CPU')}`
  return waiting < LEAST_WAITING
    ? `${name}: waiting for messages. On average ${had}, and none waited for one.`
    : `${name}: partly waiting for a CPU. On average ${had}, and ${formatNumber(waiting, 2)} more waited for one.`
}
