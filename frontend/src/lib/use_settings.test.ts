import { expect, it } from 'vitest'
import { sampleRun } from '@/testing/sample_data'
import { namesakes } from './use_settings'

it('runs of one name and workload are namesakes, and cells with labels of their own are not', () => {
  const cell = { id: 'g', number: 1, kind: 'sweep', title: '', item: '', cell: 0, label: 'managers 1' } as const
  const runs = [
    sampleRun(1, { name: 'a' }),
    sampleRun(2, { name: 'a' }),
    sampleRun(3, { name: 'a', workload: 'phold' }),
    sampleRun(4, { name: 'b', group: cell }),
    sampleRun(5, { name: 'b', group: cell }),
  ]
  expect([...namesakes(runs)]).toEqual([runs[0]?.id, runs[1]?.id])
})
