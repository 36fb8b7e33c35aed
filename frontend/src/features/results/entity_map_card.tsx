import { useMemo, useRef, useState, type ReactNode } from 'react'
import type { RunDocument } from '@/api/contracts'
import { Button } from '@/components/button'
import { ChartCard } from '@/components/chart_card'
import { EngineView, PictureNames } from '@/components/engine_view'
import { nodeColour, NodeName } from '@/components/node_dot'
import { formatFixed } from '@/lib/format/number'
import { EntityMap, type EntityMapData } from '@/viz/entity_map'
import type { Moment } from '@/viz/flight'
import styles from './entity_map_card.module.css'

/** Whether a run's entities have positions: then its workers have announced the columns of positions. */
export function hasMap(run: RunDocument): boolean {
  return run.schemas.some(({ kind }) => kind === 'entities')
}

interface EntityMapCardProps {
  run: RunDocument
  /** Positions by node; a new object is a new moment. */
  moments: ReadonlyMap<number, Moment>
  file_name: string
  /** Shown while there are no positions. */
  empty: string
  /** A row above the map. */
  controls?: ReactNode
}

/** Positions of a run's entities at one moment, in the colours of their nodes: live, or replayed. */
export function EntityMapCard({ run, moments, file_name, empty, controls }: EntityMapCardProps) {
  const data = useMemo(() => mapOf(run, moments), [run, moments])
  const names = useMemo(
    () => run.nodes.map(({ name, colour }) => ({ label: name, colour: nodeColour(colour) })),
    [run.nodes],
  )
  const [zoom, setZoom] = useState(1)
  const map = useRef<EntityMap | null>(null)
  const shown = [...moments.values()].reduce((total, { ids }) => total + ids.length, 0)
  return (
    <ChartCard
      title="Map"
      subtitle={shownInWords(shown, entitiesOf(run))}
      file_name={file_name}
      pictures={['png']}
      controls={controls}
      tools={
        <>
          <Button
            small
            variant="quiet"
            aria-label="Zoom out"
            disabled={zoom === 1}
            onClick={() => map.current?.zoom(1 / 1.5)}
          >
            −
          </Button>
          <Button small variant="quiet" aria-label="Zoom in" onClick={() => map.current?.zoom(1.5)}>
            +
          </Button>
          <Button small variant="quiet" disabled={zoom === 1} onClick={() => map.current?.showAll()}>
            Whole map
          </Button>
        </>
      }
      table={() => ({
        columns: [
          { title: 'entity', numeric: true },
          { title: 'node' },
          { title: 'x', numeric: true, format: (value) => formatFixed(Number(value), 4) },
          { title: 'y', numeric: true, format: (value) => formatFixed(Number(value), 4) },
        ],
        rows: run.nodes.flatMap(({ index, name }) => {
          const moment = moments.get(index)
          return moment === undefined
            ? []
            : Array.from(moment.ids, (id, at) => [id, name, moment.x[at] ?? null, moment.y[at] ?? null])
        }),
      })}
    >
      <PictureNames names={names} />
      <div className={styles['map']}>
        <EngineView className={styles['canvas']} make={() => (map.current = new EntityMap(setZoom))} data={data} />
        <div className={styles['side']}>
          <ul aria-label="Entities drawn, by node">
            {run.nodes.map(({ index, name, colour }) => (
              <li key={index}>
                <NodeName name={name} colour={colour} />
                <span>{moments.has(index) ? formatFixed(moments.get(index)?.ids.length ?? 0, 0) : '–'}</span>
              </li>
            ))}
          </ul>
          <p>
            {shown === 0 ? empty : null}
            {shown > 0 && zoom === 1 ? 'Ctrl and the wheel zoom; the edges of the square are joined.' : null}
            {shown > 0 && zoom > 1 ? `${formatFixed(zoom, 1)} times nearer; drag to move.` : null}
          </p>
        </div>
      </div>
    </ChartCard>
  )
}

function entitiesOf(run: RunDocument): number {
  const { workload } = run.spec
  return 'entities' in workload ? workload.entities : 0
}

/** How many entities are drawn, and of how many. */
export function shownInWords(shown: number, entities: number): string {
  if (shown === 0) return 'entities by node'
  if (shown >= entities) return `all ${formatFixed(entities, 0)} entities`
  return `a sample: ${formatFixed(shown, 0)} of ${formatFixed(entities, 0)} entities, at even distances by number`
}

function mapOf(run: RunDocument, moments: ReadonlyMap<number, Moment>): EntityMapData {
  return {
    label: 'Map of the entities, each in the colour of its node',
    nodes: run.nodes.map(({ index, name, colour }) => ({ index, name, colour, moment: moments.get(index) ?? null })),
  }
}
