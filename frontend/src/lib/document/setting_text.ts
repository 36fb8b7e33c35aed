import { formatParameter } from '../format/number'
import { formatQuantity } from '../format/unit'
import { termLabel } from '../terms'
import { isList, type Json } from './json'
import { isFreeText, type Node } from './model'

/** A setting's value in words, with its unit. */
export function settingText(value: Json, unit: string, node?: Node): string {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number')
    return unit === '' || unit === 'steps' ? formatParameter(value) : formatQuantity(value, unit)
  if (typeof value === 'string') {
    if (value.includes('\n')) return 'a text of its own'
    return isFreeText(node) && value !== '' ? value : termLabel(value)
  }
  if (isList(value)) {
    const item = node?.kind === 'list' ? node.item : undefined
    return value.map((part) => settingText(part, unit, item)).join(', ')
  }
  const parts = Object.entries(value)
  const named = parts.length > 1 ? parts.filter(([key]) => key !== 'kind') : parts
  return named.map(([, part]) => settingText(part, unit)).join(' ')
}
