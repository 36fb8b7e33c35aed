import { useState } from 'react'
import type { NodeView } from '@/api/contracts'

/** About a minute of heartbeats. */
const KEPT = 60

interface History {
  readonly seen: NodeView
  readonly values: readonly number[]
}

/** The busy share of each node over its last heartbeats, oldest first; begins empty with each visit of the page. */
export function useLoadHistory(nodes: readonly NodeView[]): ReadonlyMap<string, readonly number[]> {
  const [histories, setHistories] = useState<ReadonlyMap<string, History>>(new Map())
  // A node's view is a new object with each heartbeat, so identity tells a new value from a mere re-rendering.
  if (nodes.some((node) => histories.get(node.name)?.seen !== node)) {
    setHistories(
      new Map(
        nodes.map((node) => {
          const before = histories.get(node.name)
          if (before?.seen === node) return [node.name, before]
          const values = node.busy_share === null ? [] : [...(before?.values ?? []), node.busy_share].slice(-KEPT)
          return [node.name, { seen: node, values }]
        }),
      ),
    )
  }
  return new Map([...histories].map(([name, history]) => [name, history.values]))
}
