import { useMemo } from 'react'
import { useObservable, type RunTopic } from '@/lib/stream'
import { addMessages, readNode } from '../results/readings'
import type { RunReading } from '../results/workload_view'

/** The newest figures of a run, at a pace that can be read: a few times a second, however fast windows come. */
export function useRunReading(topic: RunTopic | null): RunReading {
  const tick = useObservable(topic?.readings, 0)
  return useMemo(() => {
    const rings = topic === null || tick < 0 ? [] : [...topic.windows.nodes]
    const nodes = new Map(rings.filter(([, ring]) => ring.length > 0).map(([index, ring]) => [index, readNode(ring)]))
    return { nodes, messages: addMessages(nodes.values()) }
  }, [topic, tick])
}
