import { describe, expect, it } from 'vitest'
import { atParameter, firstAxis, problemsOf, toAxis, valuesOf, type AxisDraft, type SweepDraft } from './axis_draft'

const range = (min: string, max: string, step: string): AxisDraft => ({
  path: 'workload.managers',
  kind: 'range',
  min,
  max,
  step,
  values: '',
})
const list = (values: string): AxisDraft => ({ ...range('', '', ''), kind: 'list', values })
const sweep = (...axes: AxisDraft[]): SweepDraft => ({ axes, combine: 'grid', interleaved: true })

describe('values of an axis', () => {
  it.each([
    ['0', '3', '1', '0 1 2 3'],
    ['1', '1000', '0', '1 10 100 1 000'],
    ['1', '1 000', '', '1 10 100 1 000'],
    ['0.1', '0.5', '0.1', '0.1 0.2 0.3 0.4 0.5'],
    ['0', '7', '2', '0 2 4 6'],
    ['5', '5', '0', '5'],
    ['3', '1', '1', ''],
    ['0', '10', '0', ''],
    ['a', '3', '1', ''],
    ['0', '1000000', '1', ''],
  ])('from %s to %s by %s are %s', (min, max, step, values) => {
    expect(
      valuesOf(range(min, max, step))
        .join(' ')
        .replaceAll('\u202f', ' '),
    ).toBe(values)
  })

  it('are listed as given', () => {
    expect(valuesOf(list(' 1, 2,, 8 '))).toEqual(['1', '2', '8'])
  })
})

describe('what is wrong with an axis', () => {
  it.each([
    [range('0', '3', '1'), undefined],
    [range('', '3', '1'), 'From is missing.'],
    [range('0', 'x', '1'), 'To: x is not a number.'],
    [range('3', '0', '1'), '0 is below 3.'],
    [range('0', '3', '-1'), 'The step -1 is below 0.'],
    [range('0', '3', '0'), 'Step 0 multiplies by ten, which needs a start above zero.'],
    [range('0', '5000', '1'), 'That makes 5\u202f001 values.'],
    [list(''), 'No value is given.'],
    [list('1, 2, 1'), '1 stands twice.'],
  ])('%j: %s', (axis, message) => {
    const [error] = problemsOf(sweep(axis))
    expect(error?.message).toBe(message)
    if (error !== undefined) expect([error.field, error.remedy === '']).toEqual(['workload.managers', false])
  })

  it('is that axes in step differ in their number of values', () => {
    const other = { ...list('1, 2'), path: 'workload.monitors' }
    expect(problemsOf({ ...sweep(range('0', '3', '1'), other), combine: 'together' })).toMatchObject([
      { field: 'workload.monitors', message: 'Axes in step have 4, 2 values.' },
    ])
  })
})

it('is sent as numbers, an empty step as times ten, a list as texts', () => {
  expect(toAxis(range('1', '1 000', ''))).toEqual({
    kind: 'range',
    path: 'workload.managers',
    min: 1,
    max: 1000,
    step: 0,
  })
  expect(toAxis(list('pooled, process'))).toMatchObject({ kind: 'list', values: ['pooled', 'process'] })
})

it('begins at what the field has, within what it may have', () => {
  const node = { kind: 'integer', minimum: 0, maximum: 100 } as const
  expect(firstAxis('workload.managers', node, 0)).toMatchObject({ min: '0', max: '4', step: '1' })
  expect(firstAxis('workload.entities', node, 40)).toMatchObject({ min: '40', max: '100', step: '40' })
  expect(firstAxis('workload.process_model', { kind: 'choice', values: ['a', 'b'] }, 'a').values).toBe('a, b')
})

it('has the server’s errors at its parameter', () => {
  const error = { value: '', message: '', remedy: '' }
  const axes = [range('0', '3', '1'), { ...list('1'), path: 'workload.monitors' }]
  const field = (at: string) => atParameter({ ...error, field: at }, axes).field
  expect(field('axes[1].values[0]')).toBe('workload.monitors')
  expect(field('axes')).toBe('workload.monitors')
  expect(field('base.spec.workload.steps')).toBe('workload.steps')
  expect(field('placement.count')).toBe('placement.count')
})
