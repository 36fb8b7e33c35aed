import type { NodeView } from '@/api/contracts'
import type { Field, Offer } from '@/lib/document/model'

/** Of a field: its values that cannot be taken now, each with the reason and the remedy. */
export type MissingOf = (field: Field) => ReadonlyMap<string, string>

function offers(node: NodeView, offer: Offer): boolean {
  const facts: Readonly<Record<string, unknown>> = { ...node.facts }
  const list = facts[offer.fact]
  return Array.isArray(list) && list.includes(offer.value)
}

/** What no node that is online offers. Without any node nothing is said: another message does. */
export function missingOn(nodes: readonly NodeView[]): MissingOf {
  const online = nodes.filter((node) => node.state === 'online')
  return (field) =>
    new Map(
      field.offered
        .filter((offer) => online.length > 0 && !online.some((node) => offers(node, offer)))
        .map((offer) => [offer.value, `${offer.name} is not there on any node online. ${offer.remedy}`]),
    )
}
