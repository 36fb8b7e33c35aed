import type { SpecCheck } from '@/api/contracts'
import { termLabel } from '@/lib/terms'

export interface WaitingWords {
  readonly text: string
  /** Null: the conditions of the spec decide. */
  readonly polls: boolean | null
}

/** How the endpoints of a run would wait on the nodes that it would get now: polling on a CPU of their own, or not. Pure. */
export function waitingWords({ spec: { conditions }, nodes, waiting }: SpecCheck): WaitingWords[] {
  const open = waiting.flatMap((one, at) => (one === null ? [] : [{ ...one, node: nodes[at] ?? '' }]))
  const sentences = new Set(open.map(({ sentence }) => sentence))
  if (open.length === 0) {
    const { pinning, wait } = conditions
    const nothing = pinning === 'auto' ? ': nothing is pinned in this run' : ''
    return [{ text: `CPU pinning ${termLabel(pinning)}${nothing}. Waiting strategy ${termLabel(wait)}.`, polls: null }]
  }
  return [...sentences].map((sentence) => {
    const these = open.filter((one) => one.sentence === sentence)
    // A sentence that says why nodes do not poll names them.
    const named = sentences.size === 1 || these.every(({ node }) => sentence.includes(node))
    const whose = named ? '' : `${these.map(({ node }) => node).join(', ')}: `
    return { text: `${whose}${sentence}`, polls: these.every(({ polls }) => polls) }
  })
}
