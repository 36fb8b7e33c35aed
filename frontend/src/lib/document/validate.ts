/**
 * A document checked by its model, before anything is sent. It finds what the schema can tell; the console's server, which
 * also knows the fleet, has the last word. The words are those of the server.
 */
import type { FieldError } from '@/api/contracts'
import { formatCount, formatNumber } from '../format/number'
import { isList, isObject, pathText, type Json, type JsonObject, type Path } from './json'
import type { Node, ObjectNode } from './model'

function shown(value: Json | undefined): string {
  if (value === undefined) return ''
  const text = JSON.stringify(value)
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`
}

function bound(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : formatNumber(value, 15)
}

/** What may be given, in words: `a whole number from 1 to 4 000 000`. */
export function rangeText(node: Node): string {
  switch (node.kind) {
    case 'integer':
    case 'number': {
      const noun = node.kind === 'integer' ? 'a whole number' : 'a number'
      if (node.minimum !== null && node.maximum !== null) {
        return `${noun} from ${bound(node.minimum)} to ${bound(node.maximum)}`
      }
      if (node.minimum !== null) return `${noun} of at least ${bound(node.minimum)}`
      return node.maximum === null ? noun : `${noun} of at most ${bound(node.maximum)}`
    }
    case 'text':
      if (isBigInteger(node)) return 'a whole number from 0 to 18 446 744 073 709 551 615'
      if (node.pattern !== null)
        return 'lower-case letters, digits, dots, dashes and underscores, a letter or digit first'
      if (node.max_length === null) return 'a text'
      return node.min_length > 0
        ? `a text of ${node.min_length} to ${formatCount(node.max_length)} characters`
        : `a text of at most ${formatCount(node.max_length)} characters`
    case 'choice':
      return `one of ${node.values.join(', ')}`
    case 'constant':
      return JSON.stringify(node.value)
    case 'boolean':
      return 'true or false'
    case 'list':
      return node.max_items === null
        ? `a list of at least ${node.min_items}`
        : `a list of ${node.min_items} to ${node.max_items}`
    case 'union':
      return `one of the kinds ${node.members.map((member) => member.tag).join(', ')}`
    case 'object':
      return 'an object'
  }
}

/** An integer past 2^53 travels as a text of digits. */
export function isBigInteger(node: Node): boolean {
  return node.kind === 'text' && node.pattern?.startsWith('^(0|[1-9][0-9]{0,') === true
}

/** The nearest of the allowed names, if it is near. */
export function nearest(name: string, names: readonly string[]): string | null {
  let best: string | null = null
  let best_distance = Math.max(1, Math.floor(name.length / 3)) + 1
  for (const candidate of names) {
    const distance = editDistance(name, candidate)
    if (distance < best_distance) [best, best_distance] = [candidate, distance]
  }
  return best
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** A `FieldError` as a form shows it (editors of texts mark places themselves), and whether the remedy is to leave the key out. */
export interface DocumentError extends Omit<FieldError, 'place'> {
  readonly unknown_key?: true
}

export function validate(node: Node, value: Json | undefined, path: Path = []): DocumentError[] {
  const fail = (message: string, remedy = `Give ${rangeText(node)}.`, at: Path = path): DocumentError[] => [
    { field: pathText(at), value: shown(value), message, remedy },
  ]
  if (value === undefined || value === '') {
    const may_be_empty = node.kind === 'text' && value === '' && node.min_length === 0 && node.pattern === null
    if (!may_be_empty) return fail('A value is missing.')
  }
  switch (node.kind) {
    case 'object':
      return isObject(value) ? objectErrors(node, value, path) : fail(`${shown(value)} cannot stand here.`)
    case 'union': {
      if (!isObject(value)) return fail(`${shown(value)} cannot stand here.`)
      const tag = value['kind']
      const member = node.members.find((candidate) => candidate.tag === tag)
      if (member !== undefined) return objectErrors(member.node, value, path)
      const message =
        tag === undefined
          ? 'kind is missing: it says which of several forms this is.'
          : `${shown(tag)} is not a kind that can stand here.`
      return fail(message, `Give ${rangeText(node)}.`, [...path, 'kind'])
    }
    case 'integer':
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return fail(`${shown(value)} is not a number.`)
      if (node.kind === 'integer' && !Number.isInteger(value)) return fail(`${shown(value)} is not a whole number.`)
      if (node.minimum !== null && value < node.minimum) {
        return fail(`${shown(value)} is below the least value, ${bound(node.minimum)}.`)
      }
      if (node.maximum !== null && value > node.maximum) {
        return fail(`${shown(value)} is above the largest value, ${bound(node.maximum)}.`)
      }
      return []
    case 'text': {
      if (typeof value !== 'string') return fail(`${shown(value)} is not a text.`)
      const length = Array.from(value).length
      if (length < node.min_length) return fail('It is too short.')
      if (node.max_length !== null && length > node.max_length) {
        return fail(`It is too long: ${formatCount(length)} characters.`)
      }
      if (node.pattern !== null && !new RegExp(node.pattern, 'u').test(value)) {
        return fail(`${shown(value)} does not have the right form.`)
      }
      return []
    }
    case 'choice': {
      if (typeof value === 'string' && node.values.includes(value)) return []
      const guess = typeof value === 'string' ? nearest(value, node.values) : null
      const remedy = `Give ${rangeText(node)}.`
      return fail(
        `${shown(value)} is not one of the allowed values.`,
        guess === null ? remedy : `Did you mean ${guess}? ${remedy}`,
      )
    }
    case 'constant':
      return value === node.value ? [] : fail(`${shown(value)} is not the allowed value.`)
    case 'boolean':
      return typeof value === 'boolean' ? [] : fail(`${shown(value)} is neither true nor false.`)
    case 'list': {
      if (!isList(value)) return fail(`${shown(value)} is not a list.`)
      if (value.length < node.min_items) return fail('There are too few.')
      if (node.max_items !== null && value.length > node.max_items) {
        return fail(`There are too many: ${formatCount(value.length)}.`)
      }
      return value.flatMap((item, index) => validate(node.item, item, [...path, index]))
    }
  }
}

function objectErrors(node: ObjectNode, value: JsonObject, path: Path): DocumentError[] {
  const names = node.fields.map((field) => field.key)
  const errors: DocumentError[] = []
  for (const key of Object.keys(value)) {
    if (names.includes(key)) continue
    const guess = nearest(key, names)
    errors.push({
      field: pathText([...path, key]),
      value: shown(value[key]),
      message: `There is no ${key} here.`,
      remedy: `${guess === null ? `Leave ${key} out.` : `Did you mean ${guess}?`} Allowed here: ${names.join(', ')}.`,
      unknown_key: true,
    })
  }
  for (const field of node.fields) {
    const given = Object.hasOwn(value, field.key) ? value[field.key] : undefined
    if (given === undefined && !field.required) continue
    errors.push(...validate(field.node, given, [...path, field.key]))
  }
  return errors
}
