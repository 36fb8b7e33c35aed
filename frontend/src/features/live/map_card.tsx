import { useMemo } from 'react'
import type { RunDocument } from '@/api/contracts'
import { useObservable, type EntityMoment, type RunTopic } from '@/lib/stream'
import { EntityMapCard } from '../results/entity_map_card'

/** Where the entities are now. */
export function MapCard({ run, topic }: { run: RunDocument; topic: RunTopic | null }) {
  const version = useObservable(topic?.moments, 0)
  const moments = useMemo(
    () => new Map<number, EntityMoment>(topic === null || version < 0 ? [] : topic.entities.nodes),
    [topic, version],
  )
  return (
    <EntityMapCard
      run={run}
      moments={moments}
      file_name={`run-${run.summary.number}-map`}
      empty="The entities are drawn as soon as the nodes send positions."
    />
  )
}
