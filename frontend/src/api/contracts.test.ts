/* The shared fixtures (contracts/fixtures), checked against the schemas that the page gets its forms from. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { documentsWith, invalidFixtures, schemaBundle, validFixtures } from '@/testing/contracts'

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

const ajv = new Ajv2020({ discriminator: true, allErrors: true, strict: true, strictTypes: false })
ajv.addVocabulary(['unit', 'relevant', 'offered'])
// Instants and model texts are judged by the backend.
ajv.addFormat('date-time', true)
ajv.addFormat('model', true)
ajv.addSchema(withoutMapping(schemaBundle()) as object, 'contracts')

function validator(document: string): ValidateFunction {
  return ajv.compile({ $ref: `contracts#/$defs/${document}` })
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

describe.each(documentsWith('valid'))('valid %s', (document) => {
  const validate = validator(document)
  test.each(validFixtures(document))('$name', ({ text }) => {
    validate(JSON.parse(text))
    expect(validate.errors).toBeNull()
  })
})

describe.each(documentsWith('invalid'))('invalid %s', (document) => {
  const validate = validator(document)
  test.each(invalidFixtures(document))('$name', ({ text, codes: allowed, path }) => {
    let parsed: unknown
    try {
      parsed = JSON.parse(text)
    } catch {
      expect(allowed).toContain('malformed')
      return
    }
    expect(validate(parsed)).toBe(false)
    const found = (validate.errors ?? []).map((error) => `${codes[error.keyword]} ${pathOf(error)}`)
    const expected = allowed.map((code) => `${code} ${path}`)
    expect(found.filter((entry) => expected.includes(entry))).not.toEqual([])
  })
})
