/**
 * What a document may hold, read once from its JSON Schema (2020-12, as contracts/ generates it): the one source of forms,
 * of checks before anything is sent, and of defaults. A keyword that is not understood is an error, never ignored.
 */
import { isList, isObject, sameJson, type Json, type JsonObject } from './json'

/** The field has an effect only while the number or value at `path` is as said. `placement` stands for its node count. */
export interface Condition {
  readonly path: string
  readonly any_of: readonly Json[] | null
  readonly minimum: number | null
}

/** A value that only some nodes can carry out: their facts name it in the list `fact`. */
export interface Offer {
  readonly value: string
  readonly name: string
  readonly fact: string
  /** What to do where it is missing. */
  readonly remedy: string
}

export interface Field {
  readonly key: string
  readonly title: string
  readonly description: string
  /** Undefined if there is none: the field must then be given. */
  readonly default_value: Json | undefined
  readonly required: boolean
  readonly unit: string
  readonly relevant: readonly Condition[]
  readonly offered: readonly Offer[]
  readonly node: Node
}

export interface ObjectNode {
  readonly kind: 'object'
  readonly title: string
  readonly description: string
  readonly fields: readonly Field[]
}

export interface UnionMember {
  readonly tag: string
  readonly node: ObjectNode
}

export type Node =
  | ObjectNode
  | { readonly kind: 'union'; readonly title: string; readonly members: readonly UnionMember[] }
  | { readonly kind: 'integer' | 'number'; readonly minimum: number | null; readonly maximum: number | null }
  | {
      readonly kind: 'text'
      readonly min_length: number
      readonly max_length: number | null
      readonly pattern: string | null
      /** `model`: in the universe modelling language. */
      readonly format: string | null
    }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'constant'; readonly value: Json }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'list'; readonly item: Node; readonly min_items: number; readonly max_items: number | null }

/** Whether a person may write any text there, alone or in a list: it is shown as written. */
export function isFreeText(node: Node | undefined): boolean {
  return node?.kind === 'text' || (node?.kind === 'list' && isFreeText(node.item))
}

export class SchemaError extends Error {
  override readonly name = 'SchemaError'
}

const KNOWN = new Set([
  '$schema', '$defs', '$ref', 'title', 'description', 'default', 'type', 'properties', 'required', 'additionalProperties',
  'const', 'enum', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'items', 'minItems', 'maxItems', 'oneOf',
  'discriminator', 'unit', 'relevant', 'offered', 'examples', 'format',
]) // prettier-ignore

function text(schema: JsonObject, key: string): string {
  const value = schema[key]
  return typeof value === 'string' ? value : ''
}

function number(schema: JsonObject, key: string): number | null {
  const value = schema[key]
  return typeof value === 'number' ? value : null
}

/** `update_cost_us` as a title, for what has none. */
export function humanise(key: string): string {
  const words = key.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function conditions(schema: JsonObject, where: string): Condition[] {
  const given = schema['relevant']
  if (given === undefined) return []
  if (!isList(given)) throw new SchemaError(`${where}: relevant is not a list`)
  return given.map((entry) => {
    if (!isObject(entry) || typeof entry['path'] !== 'string')
      throw new SchemaError(`${where}: a condition names no path`)
    const any_of = entry['any_of']
    return { path: entry['path'], any_of: isList(any_of) ? any_of : null, minimum: number(entry, 'minimum') }
  })
}

function offers(schema: JsonObject, where: string): Offer[] {
  const given = schema['offered']
  if (given === undefined) return []
  if (!isList(given)) throw new SchemaError(`${where}: offered is not a list`)
  return given.map((entry) => {
    if (!isObject(entry)) throw new SchemaError(`${where}: an offer is not an object`)
    return {
      value: text(entry, 'value'),
      name: text(entry, 'name'),
      fact: text(entry, 'fact'),
      remedy: text(entry, 'remedy'),
    }
  })
}

export function buildModel(schema: unknown): ObjectNode {
  const root = schema as Json
  if (!isObject(root)) throw new SchemaError('the schema is not an object')
  const definitions = root['$defs']

  const resolve = (part: Json | undefined, where: string): JsonObject => {
    if (!isObject(part)) throw new SchemaError(`${where}: not a schema`)
    for (const key of Object.keys(part)) {
      if (!KNOWN.has(key)) throw new SchemaError(`${where}: the schema's keyword ${key} is not understood`)
    }
    const reference = part['$ref']
    if (reference === undefined) return part
    const name = typeof reference === 'string' ? reference.replace(/^#\/\$defs\//, '') : ''
    const target = isObject(definitions) ? definitions[name] : undefined
    if (target === undefined) throw new SchemaError(`${where}: there is no ${name}`)
    return resolve(target, where)
  }

  const object = (part: JsonObject, where: string): ObjectNode => {
    const properties = part['properties']
    const required = part['required']
    const fields = isObject(properties)
      ? Object.entries(properties).map(([key, property]): Field => {
          const at = `${where}.${key}`
          const resolved = resolve(property, at)
          const own = isObject(property) ? property : {}
          return {
            key,
            title: text(own, 'title') || (own['$ref'] === undefined ? text(resolved, 'title') : '') || humanise(key),
            description: text(own, 'description') || text(resolved, 'description'),
            default_value: own['default'],
            required: isList(required) && required.includes(key),
            unit: text(own, 'unit'),
            relevant: conditions(own, at),
            offered: offers(own, at),
            node: node(resolved, at),
          }
        })
      : []
    return { kind: 'object', title: text(part, 'title'), description: text(part, 'description'), fields }
  }

  const node = (part: JsonObject, where: string): Node => {
    if (part['const'] !== undefined) return { kind: 'constant', value: part['const'] }
    const one_of = part['oneOf']
    if (isList(one_of)) {
      const members = one_of.map((entry, index) => {
        const member = object(resolve(entry, `${where}(${index})`), `${where}(${index})`)
        const tag = member.fields.find((field) => field.key === 'kind')?.node
        if (tag?.kind !== 'constant' || typeof tag.value !== 'string') {
          throw new SchemaError(`${where}: a member of the union has no kind`)
        }
        return { tag: tag.value, node: member }
      })
      return { kind: 'union', title: text(part, 'title'), members }
    }
    const values = part['enum']
    if (isList(values)) {
      return { kind: 'choice', values: values.filter((value) => typeof value === 'string') }
    }
    switch (part['type']) {
      case 'object':
        return object(part, where)
      case 'integer':
      case 'number':
        return { kind: part['type'], minimum: number(part, 'minimum'), maximum: number(part, 'maximum') }
      case 'string':
        return {
          kind: 'text',
          min_length: number(part, 'minLength') ?? 0,
          max_length: number(part, 'maxLength'),
          pattern: text(part, 'pattern') || null,
          format: text(part, 'format') || null,
        }
      case 'boolean':
        return { kind: 'boolean' }
      case 'array':
        return {
          kind: 'list',
          item: node(resolve(part['items'], `${where}[]`), `${where}[]`),
          min_items: number(part, 'minItems') ?? 0,
          max_items: number(part, 'maxItems'),
        }
      default:
        throw new SchemaError(`${where}: the schema's type ${JSON.stringify(part['type'])} is not understood`)
    }
  }
  return object(resolve(root, '#'), '#')
}

/** What a field has if nothing is said; null where it must be given. */
export function defaultOf(field: Field): Json {
  if (field.default_value !== undefined) return field.default_value
  return emptyOf(field.node)
}

export function emptyOf(node: Node): Json {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.fields.map((field) => [field.key, defaultOf(field)]))
    case 'union':
      return node.members[0] === undefined ? null : emptyOf(node.members[0].node)
    case 'integer':
    case 'number':
      return node.minimum ?? 0
    case 'constant':
      return node.value
    case 'choice':
      return node.values[0] ?? null
    case 'boolean':
      return false
    case 'text':
      return ''
    case 'list':
      return []
  }
}

/** Whether the field has what it has if nothing is said. */
export function isDefault(field: Field, value: Json | undefined): boolean {
  return sameJson(withDefaults(field.node, value), withDefaults(field.node, defaultOf(field)))
}

/** A document with every default in place of what is missing; what is there stays as it is, right or wrong. */
export function withDefaults(node: Node, value: Json | undefined): Json {
  if (value === undefined) return emptyOf(node)
  if (node.kind === 'union') {
    const tag = isObject(value) ? value['kind'] : undefined
    const member = node.members.find((candidate) => candidate.tag === tag)
    return member === undefined ? value : withDefaults(member.node, value)
  }
  if (node.kind !== 'object' || !isObject(value)) return value
  const known = node.fields.map((field): [string, Json] => {
    const given = Object.hasOwn(value, field.key) ? value[field.key] : undefined
    return [field.key, given === undefined ? defaultOf(field) : withDefaults(field.node, given)]
  })
  return { ...Object.fromEntries(known), ...withoutKeys(value, new Set(node.fields.map((field) => field.key))) }
}

function withoutKeys(object: JsonObject, keys: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)))
}
