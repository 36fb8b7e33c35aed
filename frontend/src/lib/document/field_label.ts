import { getAt, isObject, parsePath, type Json } from './json'
import type { Node } from './model'

/**
 * What the form calls the field at a path of the document: its title, with that of the group around it and with the
 * place in a list, from 1. The path itself if no field is there.
 */
export function fieldLabel(model: Node, document: Json, path: string): string {
  const parts = parsePath(path)
  const said: string[] = []
  let node: Node | undefined = model
  for (const [depth, part] of parts.entries()) {
    if (node.kind === 'union') node = memberOf(node, getAt(document, parts.slice(0, depth)))
    if (typeof part === 'number') {
      if (node?.kind !== 'list') return path
      said.push(`${said.pop() ?? ''} ${part + 1}`.trim())
      node = node.item
    } else {
      const field = node?.kind === 'object' ? node.fields.find(({ key }) => key === part) : undefined
      if (field === undefined) return path
      said.push(field.title)
      node = field.node
    }
  }
  return said.slice(-2).join(': ')
}

function memberOf(node: Node & { kind: 'union' }, value: Json | undefined): Node | undefined {
  const tag = isObject(value) ? value['kind'] : undefined
  return node.members.find((member) => member.tag === tag)?.node
}
