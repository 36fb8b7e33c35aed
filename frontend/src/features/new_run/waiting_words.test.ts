import { describe, expect, it } from 'vitest'
import type { SpecCheck } from '@/api/contracts'
import { sample_spec } from '@/testing/sample_data'
import { waitingWords } from './waiting_words'

const polls = { polls: true, sentence: 'Each endpoint polls on a CPU of its own.' }
const blocks = { polls: false, sentence: 'vega has 1 CPU for 2 endpoints, so they do not poll.' }

function check(changes: Partial<SpecCheck['spec']['conditions']>, waiting: SpecCheck['waiting']): SpecCheck {
  return {
    spec: { ...sample_spec, conditions: { ...sample_spec.conditions, ...changes } },
    nodes: ['lyra', 'vega'],
    assigned: ['', ''],
    expected_messages_per_step: [],
    estimate_s: null,
    waiting,
  }
}

describe('how the endpoints of a run would wait', () => {
  it('is said once where all nodes do the same', () => {
    expect(waitingWords(check({ pinning: 'auto' }, [polls, polls]))).toEqual([{ text: polls.sentence, polls: true }])
  })

  it('is said of each node where they differ', () => {
    expect(waitingWords(check({ pinning: 'auto' }, [polls, blocks]))).toEqual([
      { text: `lyra: ${polls.sentence}`, polls: true },
      { text: blocks.sentence, polls: false },
    ])
  })

  it('is what the conditions say where nothing is left open', () => {
    expect(waitingWords(check({ pinning: 'auto', wait: 'auto' }, [null, null]))).toEqual([
      { text: 'CPU pinning automatic: nothing is pinned in this run. Waiting strategy automatic.', polls: null },
    ])
    expect(waitingWords(check({ pinning: 'spread', wait: 'spin_then_futex' }, [null, null]))).toEqual([
      { text: 'CPU pinning spread. Waiting strategy spin, then futex.', polls: null },
    ])
  })
})
