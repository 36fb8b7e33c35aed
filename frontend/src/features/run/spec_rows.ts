/** A resolved run spec as rows to read: title, value with unit, and whether it is what nothing said would give. Pure. */
import { getAt, isObject, pathText, sameJson, type Json, type Path } from '@/lib/document/json'
import { defaultOf, humanise, type Field, type Node, type ObjectNode } from '@/lib/document/model'
import { settingText } from '@/lib/document/setting_text'

export interface SpecRow {
  readonly path: string
  readonly title: string
  readonly description: string
  readonly text: string
  readonly changed: boolean
}

/** Shown elsewhere on the page, or the same for all. */
const LEFT_OUT = ['schema_version', 'name', 'note', 'tags', 'workload.kind']

export function specRows(model: ObjectNode, spec: Json): SpecRow[] {
  return rowsOf(model, spec, [], '')
}

function rowsOf(node: ObjectNode, document: Json, path: Path, group: string): SpecRow[] {
  return node.fields.flatMap((field) => {
    const at = [...path, field.key]
    if (LEFT_OUT.includes(pathText(at))) return []
    const value = getAt(document, at)
    if (value === undefined) return []
    return fieldRows(field, field.node, value, defaultOf(field), document, at, group)
  })
}

function fieldRows(
  field: Field,
  node: Node,
  value: Json,
  otherwise: Json,
  document: Json,
  at: Path,
  group: string,
): SpecRow[] {
  if (node.kind === 'object') return rowsOf(withDefaults(node, otherwise), document, at, field.title)
  if (node.kind === 'union') {
    const tag = isObject(value) ? value['kind'] : undefined
    const member = node.members.find((one) => one.tag === tag)
    if (member === undefined || !isObject(value)) return []
    // An empty text and a switch that is off say nothing: the choice was left open.
    const rest = Object.entries(value).filter(([key, part]) => key !== 'kind' && part !== '' && part !== false)
    if (at.length === 1 && rest.length > 3) return rowsOf(member.node, document, at, field.title)
    const { fields } = member.node
    const details = rest
      .map(([key, part]) => {
        const own = fields.find((one) => one.key === key)
        return `${humanise(key).toLowerCase()} ${settingText(part, '', own?.node)}`
      })
      .join(', ')
    const words = humanise(member.tag).toLowerCase()
    return [row(field, details === '' ? words : `${words}: ${details}`, !sameJson(value, otherwise), at, group)]
  }
  return [row(field, settingText(value, field.unit, node), !sameJson(value, otherwise), at, group)]
}

/** An object's own default says what its fields have if nothing is said. */
function withDefaults(node: ObjectNode, otherwise: Json): ObjectNode {
  if (!isObject(otherwise)) return node
  return {
    ...node,
    fields: node.fields.map((field) => {
      const own = otherwise[field.key]
      return own === undefined ? field : { ...field, default_value: own }
    }),
  }
}

function row(field: Field, text: string, changed: boolean, at: Path, group: string): SpecRow {
  const title = group === '' || group === 'Workload' ? field.title : `${group}: ${field.title.toLowerCase()}`
  return { path: pathText(at), title, description: field.description, text, changed }
}
