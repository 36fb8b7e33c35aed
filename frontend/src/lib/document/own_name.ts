import { inSentence, termLabel } from '../terms'
import { isObject, sameJson, type Json } from './json'
import type { Field, Node, ObjectNode } from './model'
import { settingText } from './setting_text'

/** What a person calls a run is no setting of it. */
const LABELS = ['schema_version', 'name', 'note', 'tags']
/** Settings that a name says; a name of more cannot be read in a list. */
const MOST_SAID = 3

/**
 * The name of a run that was made from another by changing settings: the other's name with these settings, for instance
 * `Two nodes, managers 2`. A setting that the other's name says already is replaced in it. The other's name if no setting
 * differs. Pure.
 */
export function ownName(model: ObjectNode, start: Json, document: Json): string {
  const before = isObject(start) && typeof start['name'] === 'string' ? start['name'] : ''
  if (before === '' || !isObject(start) || !isObject(document)) return before
  const changes = model.fields
    .filter(({ key }) => !LABELS.includes(key))
    .flatMap((field) => changesOf(field, field.node, start[field.key], document[field.key]))
  let name = before
  const added: string[] = []
  for (const { was, now } of changes) {
    const replaced = replacedPart(name, was, now)
    if (replaced === null) added.push(now)
    else name = replaced
  }
  const rest = added.length - MOST_SAID
  const said = rest > 0 ? [...added.slice(0, MOST_SAID), `${rest} more`] : added
  return shortened([name, ...said].join(', '), longestName(model))
}

interface Change {
  /** `managers 1`. */
  readonly was: string
  readonly now: string
}

function changesOf(field: Field, node: Node, before: Json | undefined, after: Json | undefined): Change[] {
  if (after === undefined || sameJson(before, after)) return []
  if (isObject(before) && isObject(after)) {
    const parts =
      node.kind === 'object'
        ? node
        : node.kind === 'union' && before['kind'] === after['kind']
          ? node.members.find(({ tag }) => tag === after['kind'])?.node
          : undefined
    if (parts !== undefined) {
      return parts.fields.flatMap((part) => changesOf(part, part.node, before[part.key], after[part.key]))
    }
  }
  const said = (value: Json | undefined) => `${inSentence(field.title)} ${textOf(field, node, value)}`
  return [{ was: said(before), now: said(after) }]
}

function textOf(field: Field, node: Node, value: Json | undefined): string {
  if (value === undefined) return 'none'
  if (isObject(value) && typeof value['kind'] === 'string') return termLabel(value['kind'])
  return settingText(value, field.unit, node)
}

/** The name with one of its parts replaced; null if it has no such part. */
function replacedPart(name: string, was: string, now: string): string | null {
  const at = name.indexOf(was)
  if (at < 0) return null
  const [left, right] = [name.slice(0, at), name.slice(at + was.length)]
  return (left === '' || /[,:(] ?$/.test(left)) && (right === '' || /^[,)]/.test(right)) ? left + now + right : null
}

function longestName(model: ObjectNode): number {
  const node = model.fields.find(({ key }) => key === 'name')?.node
  return node?.kind === 'text' ? (node.max_length ?? Infinity) : Infinity
}

function shortened(name: string, most: number): string {
  return name.length <= most ? name : `${name.slice(0, most - 1).trimEnd()}…`
}
