/** Which entities each node has now: from where they were at first, and those that have moved. Pure. */
import type { RunDocument } from '@/api/contracts'

/** Numbers of entities by node index, ascending; empty where nothing can be moved. */
export function placesOf(run: RunDocument, moved: ReadonlyMap<number, number>): readonly (readonly number[])[] {
  const places: number[][] = run.nodes.map(() => [])
  let entity = 0
  run.nodes.forEach((node, home) => {
    for (const end = entity + (node.entities ?? 0); entity < end; entity += 1) {
      places[moved.get(entity) ?? home]?.push(entity)
    }
  })
  return places
}
