import { useId, useState } from 'react'
import type { Moved, MoveOrder, RunDocument } from '@/api/contracts'
import { Button } from '@/components/button'
import { formatShare } from '@/lib/format/number'
import styles from './entities_card.module.css'

interface MoveFormProps {
  run: RunDocument
  places: readonly (readonly number[])[]
  share: number
  what: Moved | null
  busy: boolean
  onWhat: (what: Moved | null) => void
  onMove: (order: MoveOrder) => void
}

/** The same without a pointer: what, where to, move. */
export function MoveForm({ run, places, share, what, busy, onWhat, onMove }: MoveFormProps) {
  const id = useId()
  const [to, setTo] = useState('')
  const entities = places.reduce((sum, here) => sum + here.length, 0)
  const at =
    what === null
      ? null
      : what.kind === 'share'
        ? what.from_node
        : (run.nodes[places.findIndex((here) => here.includes(what.entity))]?.name ?? null)
  const others = run.nodes.filter((node) => node.name !== at)
  const target = others.find((node) => node.name === to) ?? others[0]
  const ready = what !== null && target !== undefined && (what.kind === 'share' || what.entity < entities)
  return (
    <form
      className={styles['form']}
      aria-label="Move entities"
      onSubmit={(event) => {
        event.preventDefault()
        if (!ready) return
        onMove({ what: what.kind === 'share' ? { ...what, share } : what, to_node: target.name })
      }}
    >
      <label htmlFor={`${id}-what`}>Move</label>
      <select
        id={`${id}-what`}
        value={what === null ? '' : what.kind === 'share' ? `share ${what.from_node}` : 'entity'}
        onChange={({ target: { value } }) => {
          if (value === 'entity') onWhat({ kind: 'entity', entity: 0 })
          else if (value === '') onWhat(null)
          else onWhat({ kind: 'share', from_node: value.slice('share '.length), share })
        }}
      >
        <option value="">choose …</option>
        <option value="entity">one entity</option>
        {run.nodes.map((node) => (
          <option key={node.index} value={`share ${node.name}`}>
            {formatShare(share)} of {node.name}
          </option>
        ))}
      </select>
      {what?.kind === 'entity' ? (
        <input
          type="number"
          aria-label="Number of the entity"
          min={0}
          max={entities - 1}
          value={Number.isNaN(what.entity) ? '' : what.entity}
          onChange={({ target: { valueAsNumber } }) => onWhat({ kind: 'entity', entity: valueAsNumber })}
        />
      ) : null}
      <label htmlFor={`${id}-to`}>to</label>
      <select id={`${id}-to`} value={target?.name ?? ''} onChange={(event) => setTo(event.target.value)}>
        {others.map((node) => (
          <option key={node.index}>{node.name}</option>
        ))}
      </select>
      <Button small type="submit" disabled={busy || !ready}>
        Move
      </Button>
      {at === null || what?.kind !== 'entity' ? null : <small>now on {at}</small>}
    </form>
  )
}
