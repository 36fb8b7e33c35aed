/**
 * What turns one run spec into another, as `path=value` settings: what the command line and `NewRun.set` take
 * (contracts/orrery_contracts/overrides.py). Text fields get bare text, everything else JSON.
 */
import { isList, isObject, pathText, sameJson, type Json, type Path } from './json'
import type { Node, ObjectNode } from './model'

export function overridesBetween(node: ObjectNode, base: Json, wanted: Json): string[] {
  return differences(node, base, wanted, [])
}

function setting(path: Path, node: Node, value: Json): string {
  const bare = typeof value === 'string' && (node.kind === 'text' || node.kind === 'choice' || node.kind === 'constant')
  return `${pathText(path)}=${bare ? value : JSON.stringify(value)}`
}

function differences(node: Node, base: Json | undefined, wanted: Json | undefined, path: Path): string[] {
  if (wanted === undefined || sameJson(base, wanted)) return []
  if (node.kind === 'object' && isObject(base) && isObject(wanted)) {
    return node.fields.flatMap((field) =>
      differences(field.node, base[field.key], wanted[field.key], [...path, field.key]),
    )
  }
  if (node.kind === 'union' && isObject(base) && isObject(wanted) && base['kind'] === wanted['kind']) {
    const member = node.members.find((candidate) => candidate.tag === wanted['kind'])
    if (member !== undefined) return differences(member.node, base, wanted, path)
  }
  if (isList(wanted) || isObject(wanted)) return [`${pathText(path)}=${JSON.stringify(wanted)}`]
  return [setting(path, node, wanted)]
}
