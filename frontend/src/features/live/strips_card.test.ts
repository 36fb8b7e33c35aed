import { expect, it } from 'vitest'
import type { Annotation } from '@/api/contracts'
import type { RunTopic } from '@/lib/stream'
import { stripMarks } from './strips_card'

function note(repeat: number | null, step: number | null): Annotation {
  return { id: `${repeat} ${step}`, at: '', author: '', text: `note ${step}`, repeat, step }
}

/** A run in its second repeat whose windows end at these steps. */
function topicOf(steps: readonly number[], seconds: readonly number[]): RunTopic {
  const ring = { steps: () => Float64Array.from(steps), time: () => Float64Array.from(seconds) }
  return { windows: { repeat: 1, nodes: new Map(steps.length === 0 ? [] : [[0, ring]]) } } as unknown as RunTopic
}

it('marks a note at the end of the window that contains its step', () => {
  const topic = topicOf([100, 200, 300], [10, 11, 12])
  expect(stripMarks(topic, [note(1, 100), note(1, 101), note(1, 300)])).toEqual([
    { at: 10, text: 'note 100' },
    { at: 11, text: 'note 101' },
    { at: 12, text: 'note 300' },
  ])
})

it('leaves out notes that are not in view', () => {
  const topic = topicOf([100, 200], [10, 11])
  expect(stripMarks(topic, [note(1, 99), note(1, 201), note(0, 150), note(1, null), note(null, null)])).toEqual([])
  expect(stripMarks(topicOf([], []), [note(1, 1)])).toEqual([])
})
