import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/document/json'
import { documentFrom, draftAddress, sweepFrom } from './draft_address'
import { NO_SWEEP, type AxisDraft } from './sweep/axis_draft'

const start: Json = { name: 'a', note: '', tags: ['x'], workload: { kind: 'one', steps: 3, split: { kind: 'equal' } } }
const axis: AxisDraft = { kind: 'range', path: 'workload.steps', min: '1', max: '4', step: '1', values: '' }

describe('a draft in the address', () => {
  it.each<[string, Json]>([
    ['one number', { ...start, workload: { kind: 'one', steps: 77, split: { kind: 'equal' } } }],
    ['text in place of a number', { ...start, workload: { kind: 'one', steps: '7x', split: { kind: 'equal' } } }],
    ['another kind', { ...start, workload: { kind: 'two', lists: [1, 2] } }],
    ['a list and text with signs', { ...start, name: 'a & b = "c"', tags: [] }],
    ['a field left out', { name: 'a', tags: ['x'], workload: { kind: 'one', steps: 3, split: { kind: 'equal' } } }],
  ])('gives back %s', (_, document) => {
    const address = draftAddress(start, document, NO_SWEEP)
    expect(address.sweep).toBeUndefined()
    expect(documentFrom(start, address)).toEqual(document)
  })

  it('is empty while nothing was changed', () => {
    expect(draftAddress(start, start, NO_SWEEP)).toEqual({})
    expect(documentFrom(start, {})).toBeNull()
  })

  it('gives back what varies', () => {
    const sweep = { ...NO_SWEEP, axes: [axis], interleaved: false }
    expect(sweepFrom(draftAddress(start, start, sweep))).toEqual(sweep)
  })

  it('begins without a part that cannot be read', () => {
    expect(documentFrom(start, { changes: '[["workload.steps",' })).toBeNull()
    expect(documentFrom(start, { changes: '[7]' })).toBeNull()
    expect(sweepFrom({ sweep: '{"axes":[{"kind":"range"}]}' })?.axes).toEqual([])
    expect(sweepFrom({ sweep: 'x' })).toBeNull()
  })

  it('leaves a long draft to this tab', () => {
    expect(draftAddress(start, { ...start, note: 'x'.repeat(5000) }, NO_SWEEP)).toEqual({})
  })
})
