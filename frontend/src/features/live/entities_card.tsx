import { useMutation } from '@tanstack/react-query'
import { useMemo, useState, type CSSProperties, type DragEvent } from 'react'
import { answer, api, ofRun } from '@/api/client'
import type { Moved, MoveOrder, RunDocument, RunEvent, RunNode } from '@/api/contracts'
import { Card } from '@/components/card'
import { nodeColour, NodeDot } from '@/components/node_dot'
import { Segmented } from '@/components/segmented'
import { useToaster } from '@/components/toasts'
import { classNames } from '@/lib/class_names'
import { formatShare, plural } from '@/lib/format/number'
import { useMay } from '@/lib/use_may'
import styles from './entities_card.module.css'
import { MoveForm } from './move_form'
import { placesOf } from './places'
import { useMoveNews } from './use_move_news'

/** More than this would be too small to take hold of: then shares alone are moved. */
const CHIPS_MAX = 400
const SHARES = ['0.1', '0.25', '0.5', '1'] as const
type Share = (typeof SHARES)[number]

const EVERY = { '0.1': '10 %', '0.25': '25 %', '0.5': '50 %', '1': 'all' } as const

/** Who is where, and moved by hand: an entity or a share of a node's, dragged to another node or chosen in the form. */
export function EntitiesCard({
  run,
  moved,
  events,
}: {
  run: RunDocument
  moved: ReadonlyMap<number, number>
  events: readonly RunEvent[]
}) {
  const toaster = useToaster()
  const [share, setShare] = useState<Share>('0.25')
  const [what, setWhat] = useState<Moved | null>(null)
  const [dragged, setDragged] = useState<Moved | null>(null)
  useMoveNews(events)
  const order = useMutation({
    mutationFn: (asked: MoveOrder) =>
      answer(api.POST('/api/v1/runs/{run}/moves', { ...ofRun(run.summary.id), body: asked })),
    onError: (error) => toaster.fail('Nothing was moved', error),
  })
  const places = useMemo(() => placesOf(run, moved), [run, moved])
  const total = places.reduce((sum, here) => sum + here.length, 0)
  const may_operate = useMay('operator')
  const running = may_operate && run.summary.state === 'running'
  return (
    <Card
      title="Entities by node"
      subtitle={
        running ? 'drag an entity, or a share by its handle, to another node' : 'they can be moved while it is running'
      }
      tools={
        <Segmented
          label="Share that a handle moves"
          options={SHARES.map((value) => ({ value, label: EVERY[value] }))}
          value={share}
          onChange={setShare}
        />
      }
    >
      <div className={styles['nodes']}>
        {run.nodes.map((node, at) => (
          <NodePanel
            key={node.index}
            node={node}
            here={places[at] ?? []}
            chips={total <= CHIPS_MAX}
            share={Number(share)}
            running={running}
            chosen={what}
            dragged={dragged}
            onDrag={setDragged}
            onChoose={setWhat}
            onDrop={(taken) => order.mutate({ what: taken, to_node: node.name })}
          />
        ))}
      </div>
      <MoveForm
        run={run}
        places={places}
        share={Number(share)}
        what={what}
        busy={order.isPending || !running}
        onWhat={setWhat}
        onMove={(asked) => order.mutate(asked)}
      />
    </Card>
  )
}

interface NodePanelProps {
  node: RunNode
  here: readonly number[]
  chips: boolean
  share: number
  running: boolean
  chosen: Moved | null
  dragged: Moved | null
  onDrag: (what: Moved | null) => void
  onChoose: (what: Moved) => void
  onDrop: (what: Moved) => void
}

function NodePanel({ node, here, chips, share, running, chosen, dragged, onDrag, onChoose, onDrop }: NodePanelProps) {
  const [over, setOver] = useState(false)
  const own = useMemo(() => new Set(here), [here])
  const foreign =
    dragged !== null && (dragged.kind === 'share' ? dragged.from_node !== node.name : !own.has(dragged.entity))
  const drag = (taken: Moved) => ({
    draggable: running,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', taken.kind === 'entity' ? `entity ${taken.entity}` : taken.from_node)
      onDrag(taken)
    },
    onDragEnd: () => onDrag(null),
  })
  const portion: Moved = { kind: 'share', from_node: node.name, share }
  return (
    <section
      className={classNames(styles['node'], foreign && styles['open'], foreign && over && styles['over'])}
      style={{ '--own': nodeColour(node.colour) } as CSSProperties}
      aria-label={`Entities of ${node.name}`}
      data-testid={`entities-${node.name}`}
      onDragOver={(event) => {
        if (!foreign) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (foreign) onDrop(dragged)
        onDrag(null)
      }}
    >
      <header>
        <NodeDot colour={node.colour} />
        <b>{node.name}</b>
        <span data-testid={`count-${node.name}`}>{plural(here.length, 'entity', 'entities')}</span>
        <button
          type="button"
          className={styles['handle']}
          disabled={here.length === 0 || !running}
          aria-pressed={chosen?.kind === 'share' && chosen.from_node === node.name}
          title={`Drag ${formatShare(share)} of its entities to another node; click to choose them in the form`}
          onClick={() => onChoose(portion)}
          {...drag(portion)}
        >
          {formatShare(share)}
        </button>
      </header>
      {chips ? (
        <div className={styles['chips']}>
          {here.map((entity) => (
            <button
              key={entity}
              type="button"
              className={styles['chip']}
              aria-label={`entity ${entity}`}
              aria-pressed={chosen?.kind === 'entity' && chosen.entity === entity}
              disabled={!running}
              onClick={() => onChoose({ kind: 'entity', entity })}
              {...drag({ kind: 'entity', entity })}
            >
              {entity}
            </button>
          ))}
        </div>
      ) : (
        <p className={styles['many']}>Too many to show each: drag the handle, or name one below.</p>
      )}
    </section>
  )
}
