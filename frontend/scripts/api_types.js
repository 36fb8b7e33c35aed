// node scripts/api_types.js DESCRIPTION FILE: writes the types of the REST interface (paths and documents) from the OpenAPI
// document of the backend.
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'

const REF = '#/components/schemas/'
const [description, file] = process.argv.slice(2)
const document = JSON.parse(readFileSync(description, 'utf8'))
const schemas = document.components.schemas

/** Names of the documents that a part of the description refers to, directly or not. */
function reached(part, found = new Set()) {
  if (part === null || typeof part !== 'object') return found
  const name = typeof part.$ref === 'string' && part.$ref.startsWith(REF) ? part.$ref.slice(REF.length) : null
  if (name !== null && !found.has(name)) {
    found.add(name)
    reached(schemas[name], found)
  }
  for (const value of Object.values(part)) reached(value, found)
  return found
}

/** The backend completes its answers; only a document that is sent alone may leave out what has a default. */
function completeAnswers() {
  const calls = Object.values(document.paths).flatMap((path) => Object.values(path))
  const answered = reached([calls.map((call) => call.responses), schemas.ToViewer])
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema.properties === undefined) continue
    if (answered.has(name)) schema.required = Object.keys(schema.properties)
    else
      for (const property of Object.values(schema.properties)) if (property.const === undefined) delete property.default
  }
}

/** What a type does not need: examples, and titles that repeat the name. */
function withoutExamples(part) {
  if (Array.isArray(part)) return part.map(withoutExamples)
  if (part === null || typeof part !== 'object') return part
  return Object.fromEntries(
    Object.entries(part)
      .filter(
        ([key, value]) => key !== 'example' && key !== 'examples' && !(key === 'title' && typeof value === 'string'),
      )
      .map(([key, value]) => [key, withoutExamples(value)]),
  )
}

completeAnswers()
const types = await openapiTS(withoutExamples(document), { rootTypes: true, rootTypesNoSchemaPrefix: true })
const states = `export const RunStateValues = ${JSON.stringify(schemas.RunState.enum)} as const satisfies readonly RunState[]\n`
writeFileSync(file, `${astToString(types)}\n${states}`)
