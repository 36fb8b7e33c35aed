import { describe, expect, it } from 'vitest'
import { documentSchema, presets } from '@/testing/contracts'
import { parsePath, setAt, type Json } from './json'
import { buildModel, withDefaults } from './model'
import { ownName } from './own_name'

const model = buildModel(documentSchema('RunSpec'))
const preset = presets().find(({ name }) => name === 'universe-two-nodes')?.spec as unknown as Json

function changed(start: Json, settings: Record<string, Json>): Json {
  return Object.entries(settings).reduce((now, [path, value]) => setAt(now, parsePath(path), value), start)
}

/** The start with a name. */
const named = (name: string, settings: Record<string, Json> = {}) => changed(preset, { ...settings, name })

describe('the name of a changed run', () => {
  it.each<[string, Record<string, Json>, string]>([
    ['a number', { 'workload.managers': 2 }, 'Base, managers 2'],
    ['a number with a unit', { 'workload.update_cost_us': 50 }, 'Base, cost of an update 50\u00a0µs'],
    ['a choice', { 'workload.process_model': 'pooled' }, 'Base, process model pooled'],
    ['a switch', { 'placement.separate_machines': true }, 'Base, separate machines on'],
    ['a count of nodes', { 'placement.count': 1 }, 'Base, nodes 1'],
    ['another kind', { placement: { kind: 'named', names: ['a', 'b'] } }, 'Base, placement chosen nodes'],
    ['labels alone', { note: 'why', tags: ['slow'] }, 'Base'],
    [
      'many settings',
      { 'workload.managers': 2, 'workload.monitors': 3, 'workload.steps': 9, seed: 4, repeats: 7 },
      'Base, managers 2, monitored components 3, steps 9, 2 more',
    ],
  ])('says %s', (_, settings, name) => {
    expect(ownName(model, named('Base'), changed(named('Base'), settings))).toBe(name)
  })

  it.each([
    ['Base, managers 2', 'Base, managers 3'],
    ['Item: managers 2, monitors 1', 'Item: managers 3, monitors 1'],
    ['Base (managers 2)', 'Base (managers 3)'],
    ['Base, managers 20', 'Base, managers 20, managers 3'],
    ['Undermanagers 2', 'Undermanagers 2, managers 3'],
  ])('replaces a setting that %s says already', (before, after) => {
    const start = named(before, { 'workload.managers': 2 })
    expect(ownName(model, start, changed(start, { 'workload.managers': 3 }))).toBe(after)
  })

  it('is the old one without a change, and is never longer than a name may be', () => {
    expect(ownName(model, named('Base'), named('Base'))).toBe('Base')
    const long = named('b'.repeat(120))
    const made = ownName(model, long, changed(long, { 'workload.managers': 2 }))
    expect(made.length).toBeLessThanOrEqual(120)
    expect(ownName(model, withDefaults(model, {}), {})).not.toBe('')
  })
})
