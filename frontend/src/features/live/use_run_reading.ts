import { useMemo, useState } from 'react'
import type { RunState } from '@/api/contracts'
import { useObservable, type RunTopic } from '@/lib/stream'
import { addMessages, readNode } from '../results/readings'
import type { RunReading } from '../results/workload_view'

type Nodes = RunReading['nodes']
const NONE: Nodes = new Map()

/**
 * The newest figures of a run, at a pace that can be read: a few times a second, however fast windows come. Between
 * repeats, and until a node has sent its first window of the next one, the figures of the last repeat stay.
 */
export function useRunReading(topic: RunTopic | null, state: RunState): RunReading {
  const tick = useObservable(topic?.readings, 0)
  const newest = useMemo<Nodes>(() => {
    const rings = topic === null || tick < 0 ? [] : [...topic.windows.nodes]
    return new Map(rings.filter(([, ring]) => ring.length > 0).map(([index, ring]) => [index, readNode(ring)]))
  }, [topic, tick])
  const [kept, setKept] = useState(NONE)
  const whole = state === 'running' && newest.size > 0 && newest.size >= kept.size
  if (whole && newest !== kept) setKept(newest)
  return useMemo(() => {
    const nodes = shownNodes(newest, kept, state)
    return { nodes, messages: addMessages(nodes.values()) }
  }, [newest, kept, state])
}

/** Newest figures while steps are made, else those of the last repeat. Pure. */
export function shownNodes(newest: Nodes, kept: Nodes, state: RunState): Nodes {
  if (kept.size === 0) return newest
  return state === 'running' ? new Map([...kept, ...newest]) : kept
}
