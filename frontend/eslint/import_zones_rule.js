import path from 'node:path'
import { feature_imports, forbidden_packages, zones } from './import_zones.js'

const is_test = (file) => /\.test\.tsx?$/.test(file) || /(^|\/)testing\//.test(file)

/** What `file` (relative to src) may not import as `source`, in words; null if it may. */
export function refusal(file, source) {
  const zone = file.split('/')[0]
  if (!file.includes('/')) return null // main.tsx and type declarations: the composition root
  const target = source.startsWith('@/')
    ? source.slice(2)
    : source.startsWith('.')
      ? path.posix.normalize(path.posix.join(path.posix.dirname(file), source))
      : null
  if (target === null) {
    const bad = (forbidden_packages[zone] ?? []).find(
      (name) => source === name || source.startsWith(name.endsWith('/') ? name : `${name}/`),
    )
    return bad ? `${zone} may not import the package ${source}` : null
  }
  if (!(zone in zones)) return `src/${zone} is in no zone: add it to eslint/import_zones.js`
  const target_zone = target.split('/')[0]
  if (target_zone === 'testing' && is_test(file)) return null
  if (target_zone === 'app' && is_test(file)) return null
  if (target_zone !== zone) {
    return zones[zone].includes(target_zone)
      ? null
      : `${zone} may not import ${target_zone}; it may import ${zones[zone].join(', ') || 'nothing'}`
  }
  if (zone !== 'features') return null
  const [, feature] = file.split('/')
  const [, target_feature] = target.split('/')
  if (feature === target_feature || (feature_imports[feature] ?? []).includes(target_feature)) return null
  return `feature ${feature} may not import feature ${target_feature}; say so in eslint/import_zones.js if it must`
}

/** @type {import('eslint').Rule.RuleModule} */
export const import_zones_rule = {
  meta: { type: 'problem', schema: [], messages: { refused: '{{why}}' } },
  create(context) {
    const normalized = context.filename.replaceAll('\\', '/')
    const at = normalized.lastIndexOf('/src/')
    if (at < 0) return {}
    const file = normalized.slice(at + 5)
    const check = (node) => {
      if (!node.source || typeof node.source.value !== 'string') return
      const why = refusal(file, node.source.value)
      if (why) context.report({ node: node.source, messageId: 'refused', data: { why } })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    }
  },
}
