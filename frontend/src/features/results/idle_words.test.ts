import { describe, expect, it } from 'vitest'
import type { RepeatNode } from '@/api/contracts'
import { idleSentence, waitingThreads } from './idle_words'

function seen(own: number | null, own_s: number): Pick<RepeatNode, 'surroundings'> {
  const demand = own === null ? null : { machine: own, own }
  const surroundings = { elapsed_s: 10, cpus: 2, busy_s: 20, own_s, stolen_s: 0, waiting_share: null }
  return { surroundings: { ...surroundings, demand, demand_before: null, clock: null } }
}

describe('the idle time of a step', () => {
  it('is partly waiting for a CPU where threads wanted more than they had', () => {
    expect(waitingThreads(seen(3.4, 8))).toBeCloseTo(2.6)
    expect(idleSentence('lyra', seen(3.4, 8))).toBe(
      'lyra: partly waiting for a CPU. On average its threads used 0.8 of 2 CPUs, and 2.6 more waited for one.',
    )
  })

  it('is waiting for messages where every thread that wanted a CPU had one', () => {
    expect(idleSentence('lyra', seen(0.9, 8))).toBe(
      'lyra: waiting for messages. On average its threads used 0.8 of 2 CPUs, and none waited for one.',
    )
    expect(waitingThreads(seen(0.5, 8))).toBe(0)
  })

  it.each([{ surroundings: null }, seen(null, 8)])('is not known where the agent did not see enough', (node) => {
    expect(idleSentence('lyra', node)).toMatch(/^lyra: not known\. /)
  })
})
