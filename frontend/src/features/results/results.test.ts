import { describe, expect, it } from 'vitest'
import { sampleDocument } from '@/testing/sample_document'
import { activityBars, activityTable } from './activity_bars'
import { nodeActivities } from './node_activities'
import { workloadView } from './registry'
import { tickText } from './ticks'
import { heldBack, isPlainModel, modelOf } from './universe_steps/model'
import { workloadOf } from './workload_view'

const run = sampleDocument()

describe('activities', () => {
  it('come from the metrics of a node, under their own names', () => {
    const node = run.repeats[0]?.nodes[1]
    if (node === undefined) throw new Error('no node')
    expect(nodeActivities(node)).toEqual([
      { name: 'update', title: 'Update (notify)', value: 300_000 },
      { name: 'wait', title: 'Wait for master', value: 100_000 },
      { name: 'migration', title: 'Migration', value: 0 },
    ])
  })

  it('are drawn in one unit, without those that never happened', () => {
    const node = run.repeats[0]?.nodes[0]
    if (node === undefined) throw new Error('no node')
    const bars = activityBars('steps', [{ key: '0', label: 'lyra', activities: nodeActivities(node) }])
    expect(bars.rows[0]?.segments.map(({ key }) => key)).toEqual(['update'])
    expect(bars.format(250_000)).toContain('µs')
    expect(bars.formatTick(0)).toBe('0')
    expect(bars.formatShort(250_000)).toBe('250')
  })

  it('stand in the table with their share, also those too thin to see', () => {
    const activities = [
      { name: 'update', title: 'Update', value: 998 },
      { name: 'managers', title: 'Managers', value: 2 },
    ]
    const table = activityTable(activityBars('steps', [{ key: '0', label: 'lyra', activities }]))
    expect(table.rows).toEqual([
      ['lyra', 'Update', 998, 0.998],
      ['lyra', 'Managers', 2, 0.002],
    ])
    expect([0, 0.0002, 0.002].map((share) => table.columns[3]?.format?.(share))).toEqual([
      '0\u00a0%',
      'under 0.1\u00a0%',
      '0.2\u00a0%',
    ])
  })
})

describe('ticks', () => {
  it.each([
    [0, '0'],
    [500_000, '500\u00a0µs'],
    [2_500_000, '2.5\u00a0ms'],
    [1e9, '1\u00a0s'],
    [2.5e13, '25\u202f000\u00a0s'],
    [-500_000, '−500\u00a0µs'],
  ])('%d ns reads %s', (value, text) => {
    expect(tickText(value, 'ns')).toBe(text)
  })
})

describe('the view of universe steps', () => {
  const view = workloadView(run)

  it('names what sets a run apart', () => {
    expect(view.chips(run.spec.workload, run.nodes)).toEqual([
      '40 entities, a process each',
      '1 manager on lyra',
      '1 monitor',
      '20\u00a0µs an update',
    ])
    expect(view.total(run)).toBe(3000)
  })

  it('knows the message model', () => {
    const workload = workloadOf(run, 'universe_steps')
    expect(modelOf(workload)).toMatchObject({ from_entities: 40, to_managers: 40 })
    expect(modelOf({ ...workload, managers: 3, monitors: 2 })).toMatchObject({ from_entities: 80, to_managers: 240 })
    expect(modelOf({ ...workload, managers: 0 })).toMatchObject({ from_entities: 0, to_managers: 0 })
    expect(isPlainModel(workload)).toBe(true)
    expect(isPlainModel({ ...workload, changing_share: 0.5 })).toBe(false)
  })

  it('names the constraint of a model, if there is anybody to send to', () => {
    const state = {
      kind: 'model' as const,
      model: { kind: 'shipped' as const, name: 'town' as const },
      entity: 'Walker',
      constraint: 'in_view',
    }
    const workload = { ...workloadOf(run, 'universe_steps'), state }
    expect(isPlainModel(workload)).toBe(false)
    expect(view.chips(workload, [])).toContain('constraint in_view')
    expect(view.chips({ ...workload, managers: 0 }, [])).not.toContain('constraint in_view')
    expect(isPlainModel({ ...workload, state: { ...state, constraint: '' } })).toBe(true)
  })

  it('says what constraint functions held back', () => {
    const metric = (name: string, value: number, unit: string) => ({
      name,
      title: name,
      value,
      unit,
      better: 'neither' as const,
    })
    expect(heldBack([])).toBe('')
    const metrics = [metric('changes_held_back', 90_123, 'changes'), metric('held_back_share', 0.7512, 'share')]
    expect(heldBack(metrics)).toMatch(/^Held back at the source: 90.123 changes, 75\.1 %\.$/)
  })

  it('says in every state what is known of the counts', () => {
    const messages = [
      { kind: 'state_from_entity', title: '', per_s: 1_000, bytes_per_s: 1, per_step: 40 },
      { kind: 'state_to_manager', title: '', per_s: 1_000, bytes_per_s: 1, per_step: 40 },
    ]
    const figure = (document: typeof run, known: typeof messages) =>
      view.liveFigures(document, { nodes: new Map(), messages: known })[0]
    expect(figure(run, messages)).toMatchObject({ value: '2\u202f000', context: 'exactly y·z and x·y·z each step ✓' })
    const unchecked = { ...run, repeats: [] }
    expect(figure(unchecked, messages)?.context).toBe('40 + 40 a step, as the model says')
    expect(figure(unchecked, [])).toMatchObject({ value: null, context: 'y·z = 40 a step by the model' })
    const broken = run.repeats.map((repeat) => ({
      ...repeat,
      checks: repeat.checks.map((check) => ({ ...check, holds: false })),
    }))
    expect(figure({ ...run, repeats: broken }, messages)?.context).toContain('see the checks')
  })

  it('gives way to a view of any workload', () => {
    const other = { ...run, summary: { ...run.summary, workload: 'unheard_of' } }
    expect(workloadView(other).chips(other.spec.workload, [])).toEqual(['universe_steps'])
  })
})
