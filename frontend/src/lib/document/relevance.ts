/** Whether a field of a run spec has an effect now: forms show only what matters (contracts/orrery_contracts/relevance.py). */
import { getAt, isList, parsePath, sameJson, type Json } from './json'
import type { Condition } from './model'

/** How many nodes the placement asks for. */
export function nodeCount(document: Json): number {
  const count = getAt(document, ['placement', 'count'])
  if (typeof count === 'number') return count
  const names = getAt(document, ['placement', 'names'])
  return isList(names) ? names.length : 0
}

export function isRelevant(document: Json, conditions: readonly Condition[]): boolean {
  return conditions.every(({ path, any_of, minimum }) => {
    const value = path === 'placement' ? nodeCount(document) : getAt(document, parsePath(path))
    if (minimum !== null && !(typeof value === 'number' && value >= minimum)) return false
    return any_of === null || any_of.some((wanted) => sameJson(wanted, value))
  })
}
