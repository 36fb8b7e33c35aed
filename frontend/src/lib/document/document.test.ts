import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentSchema, invalidFixtures, presets, validFixtures } from '@/testing/contracts'
import { fieldLabel } from './field_label'
import { getAt, isObject, parsePath, pathText, sameJson, setAt, type Json, type JsonObject } from './json'
import { buildModel, SchemaError, withDefaults } from './model'
import { overridesBetween } from './overrides'
import { isRelevant } from './relevance'
import { nearest, validate } from './validate'

const model = buildModel(documentSchema('RunSpec'))
const blank = withDefaults(model, {})

describe('the shared fixtures of run specs', () => {
  it.each(validFixtures('RunSpec'))('$name is accepted', ({ text }) => {
    expect(validate(model, JSON.parse(text) as Json)).toEqual([])
  })

  const documents = invalidFixtures('RunSpec').filter(({ codes }) => !codes.includes('malformed'))
  it.each(documents)('$name is refused at "$path"', (fixture) => {
    const errors = validate(model, JSON.parse(fixture.text) as Json)
    expect(errors.map((error) => error.field)).toContain(fixture.path)
    for (const error of errors) {
      expect(error.message).not.toBe('')
      expect(error.remedy).not.toBe('')
    }
  })

  it.each(presets())('the preset $name is accepted and whole', (preset) => {
    const spec = preset.spec as unknown as Json
    expect(validate(model, spec)).toEqual([])
    expect(sameJson(withDefaults(model, spec), spec)).toBe(true)
  })
})

describe('a blank document', () => {
  it('is whole and valid', () => {
    expect(validate(model, blank)).toEqual([])
    expect(getAt(blank, ['workload', 'entities'])).toBe(40)
    expect(getAt(blank, ['placement'])).toEqual({ kind: 'fastest', count: 1, among: '', separate_machines: false })
  })

  it('keeps what is there, right or wrong', () => {
    const kept = withDefaults(model, { workload: { kind: 'universe_steps', entities: 'many', colour: 'red' } })
    expect(getAt(kept, ['workload', 'entities'])).toBe('many')
    expect(getAt(kept, ['workload', 'colour'])).toBe('red')
    expect(getAt(kept, ['workload', 'managers'])).toBe(1)
  })
})

describe('labels of fields', () => {
  it('are titles, with the group and the place in a list', () => {
    expect(fieldLabel(model, blank, 'workload.entities')).toBe('Workload: Entities')
    expect(fieldLabel(model, { ...(blank as JsonObject), tags: ['a', ''] }, 'tags[1]')).toBe('Tags 2')
    expect(fieldLabel(model, blank, 'workload.colour')).toBe('workload.colour')
  })

  it.each(presets())('are there for every field of the preset $name', ({ spec }) => {
    const document = spec as unknown as Json
    const paths = (value: Json, path: string): string[] =>
      isObject(value)
        ? Object.entries(value).flatMap(([key, part]) => paths(part, path === '' ? key : `${path}.${key}`))
        : [path]
    const without = paths(document, '').filter((path) => fieldLabel(model, document, path) === path)
    expect(without).toEqual([])
  })
})

describe('errors', () => {
  it('name field, value and remedy', () => {
    expect(validate(model, setAt(blank, ['workload', 'entities'], -1))).toEqual([
      {
        field: 'workload.entities',
        value: '-1',
        message: '-1 is below the least value, 1.',
        remedy: 'Give a whole number from 1 to 4\u202f000\u202f000.',
      },
    ])
  })

  it('calls an emptied field missing', () => {
    const [error] = validate(model, setAt(blank, ['workload', 'steps'], ''))
    expect(error).toMatchObject({ field: 'workload.steps', message: 'A value is missing.' })
    expect(validate(model, setAt(blank, ['note'], ''))).toEqual([])
  })

  it('guess what was meant', () => {
    expect(nearest('proces', ['process', 'thread', 'pooled'])).toBe('process')
    expect(nearest('gpu', ['process', 'thread', 'pooled'])).toBeNull()
  })
})

describe('schemas', () => {
  it('are refused rather than half understood', () => {
    expect(() => buildModel({ type: 'object', properties: { a: { type: 'integer', multipleOf: 2 } } })).toThrow(
      SchemaError,
    )
    expect(() => buildModel({ type: 'object', properties: { a: { $ref: '#/$defs/None' } } })).toThrow(SchemaError)
  })
})

describe('relevance', () => {
  const field = (where: string) => {
    const [group, key] = where.split('.')
    const group_node = model.fields.find((candidate) => candidate.key === group)?.node
    const node = group_node?.kind === 'union' ? group_node.members[0]?.node : group_node
    const found = node?.kind === 'object' ? node.fields.find((candidate) => candidate.key === key) : undefined
    if (found === undefined) throw new Error(where)
    return found.relevant
  }
  it('follows the document', () => {
    expect(isRelevant(blank, field('workload.pool_threads'))).toBe(false)
    expect(isRelevant(setAt(blank, ['workload', 'process_model'], 'pooled'), field('workload.pool_threads'))).toBe(true)
    expect(isRelevant(blank, field('workload.split'))).toBe(false)
    const named = setAt(blank, ['placement'], { kind: 'named', names: ['lyra', 'cygnus'] })
    expect(isRelevant(named, field('workload.split'))).toBe(true)
    expect(isRelevant(setAt(blank, ['workload', 'managers'], 0), field('workload.manager_cost_us'))).toBe(false)
  })
})

describe('overrides', () => {
  it('are the settings that differ, and no others', () => {
    let wanted = setAt(blank, ['workload', 'managers'], 2)
    wanted = setAt(wanted, ['name'], 'Two managers, "quoted"')
    wanted = setAt(wanted, ['workload', 'process_model'], 'pooled')
    wanted = setAt(wanted, ['placement'], { kind: 'named', names: ['a', 'b'] })
    wanted = setAt(wanted, ['telemetry', 'enabled'], false)
    expect(overridesBetween(model, blank, wanted)).toEqual([
      'name=Two managers, "quoted"',
      'workload.managers=2',
      'workload.process_model=pooled',
      'placement={"kind":"named","names":["a","b"]}',
      'telemetry.enabled=false',
    ])
    expect(overridesBetween(model, blank, blank)).toEqual([])
  })
})

describe('paths', () => {
  const part = fc.oneof(fc.stringMatching(/^[a-z_]{1,8}$/), fc.nat({ max: 20 }))
  it('are read as they are written', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z_]{1,8}$/), fc.array(part, { maxLength: 5 }), (first, rest) => {
        expect(parsePath(pathText([first, ...rest]))).toEqual([first, ...rest])
      }),
    )
  })

  it('set what they get, and leave the rest alone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z_]{1,8}$/), { minLength: 1, maxLength: 4 }),
        fc.jsonValue(),
        (at, value) => {
          const changed = setAt(blank, at, value as Json)
          expect(sameJson(getAt(changed, at), value as Json)).toBe(true)
          for (const key of Object.keys(blank as JsonObject)) {
            if (key !== at[0] && isObject(blank)) expect(isObject(changed) && changed[key]).toBe(blank[key])
          }
        },
      ),
    )
  })
})
