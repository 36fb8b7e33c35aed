/* The shared fixtures (contracts/fixtures), checked against the schemas that the page gets its forms from. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'

const contracts = join(import.meta.dirname, '../../../contracts')

interface Invalid {
  code: string | string[]
  path: string
  document?: unknown
  text?: string
}

/** Validation keywords as the codes that all languages share. */
const codes: Record<string, string> = {
  additionalProperties: 'unknown_key',
  required: 'missing',
  minimum: 'range',
  maximum: 'range',
  minLength: 'length',
  maxLength: 'length',
  minItems: 'length',
  maxItems: 'length',
  pattern: 'pattern',
  enum: 'choice',
  const: 'choice',
  type: 'type',
  discriminator: 'tag',
}

/** Ajv tells unions apart by `kind`, but refuses the mapping that goes without saying. */
function withoutMapping(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutMapping)
  if (part === null || typeof part !== 'object') return part
  const entries = Object.entries(part).map(([key, value]): [string, unknown] =>
    key === 'discriminator' ? [key, { propertyName: 'kind' }] : [key, withoutMapping(value)],
  )
  return Object.fromEntries(entries)
}

function json(...path: string[]): unknown {
  return JSON.parse(readFileSync(join(contracts, ...path), 'utf8'))
}

function validator(document: string): ValidateFunction {
  const ajv = new Ajv2020({ discriminator: true, allErrors: true, strict: true, strictTypes: false })
  ajv.addVocabulary(['unit', 'relevant', 'offered'])
  // Instants and model texts are judged by the backend.
  ajv.addFormat('date-time', true)
  ajv.addFormat('model', true)
  return ajv.compile(withoutMapping(json('generated/schema', `${document}.json`)) as object)
}

function cases(kind: string): [string, string[]][] {
  return readdirSync(join(contracts, 'fixtures', kind)).map((document) => [
    document,
    readdirSync(join(contracts, 'fixtures', kind, document)),
  ])
}

/** The path as people write it: `workload.split.counts[1]`. */
function pathOf(error: ErrorObject): string {
  const parts = error.instancePath.split('/').slice(1)
  const params = error.params as { additionalProperty?: string; missingProperty?: string }
  const last = params.additionalProperty ?? params.missingProperty
  if (last !== undefined) parts.push(last)
  if (error.keyword === 'discriminator') parts.push('kind')
  return parts.reduce(
    (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`),
    '',
  )
}

describe.each(cases('valid'))('valid %s', (document, names) => {
  const validate = validator(document)
  test.each(names)('%s', (name) => {
    validate(json('fixtures/valid', document, name))
    expect(validate.errors).toBeNull()
  })
})

describe.each(cases('invalid'))('invalid %s', (document, names) => {
  const validate = validator(document)
  test.each(names)('%s', (name) => {
    const fixture = json('fixtures/invalid', document, name) as Invalid
    const allowed = [fixture.code].flat()
    const text = fixture.text ?? JSON.stringify(fixture.document)
    let parsed: unknown
    try {
      parsed = JSON.parse(text)
    } catch {
      expect(allowed).toContain('malformed')
      return
    }
    expect(validate(parsed)).toBe(false)
    const found = (validate.errors ?? []).map((error) => `${codes[error.keyword]} ${pathOf(error)}`)
    const expected = allowed.map((code) => `${code} ${fixture.path}`)
    expect(found.filter((entry) => expected.includes(entry))).not.toEqual([])
  })
})
