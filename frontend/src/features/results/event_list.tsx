import { useState } from 'react'
import type { RunDocument, RunEvent } from '@/api/contracts'
import { Button } from '@/components/button'
import { nodeColour } from '@/components/node_dot'
import { formatClock } from '@/lib/format/time'
import styles from './event_list.module.css'

const FEW = 10

/** The account of a run, newest first. */
export function EventList({ run, events }: { run: RunDocument; events: readonly RunEvent[] }) {
  const [all, setAll] = useState(false)
  const newest = events.toReversed()
  const shown = all ? newest : newest.slice(0, FEW)
  if (events.length === 0) return <p className={styles['none']}>Nothing has happened yet.</p>
  return (
    <>
      <ol className={styles['list']} reversed>
        {shown.map((event) => (
          <li key={event.sequence}>
            <time dateTime={event.at}>{formatClock(event.at, true)}</time>{' '}
            <span>
              <EventNode run={run} name={event.node} />
              <EventName name={event.name} /> {event.text}
              {event.step === null ? null : <small> at step {event.step}</small>}
            </span>
          </li>
        ))}
      </ol>
      {newest.length > FEW ? (
        <Button small variant="quiet" onClick={() => setAll((now) => !now)}>
          {all ? 'Only the newest' : `All ${newest.length} events`}
        </Button>
      ) : null}
    </>
  )
}

function EventNode({ run, name }: { run: RunDocument; name: string }) {
  if (name === '') return null
  const node = run.nodes.find((one) => one.name === name)
  return (
    <>
      {node === undefined ? null : <i className={styles['dot']} style={{ background: nodeColour(node.colour) }} />}
      <b>{name} </b>
    </>
  )
}

function EventName({ name }: { name: string }) {
  if (name.startsWith('state.')) return <b>{name.slice(6)}</b>
  if (name === 'failure') return <b className={styles['bad']}>failure</b>
  return <b className={styles['own']}>{name.replaceAll(/[_.]/g, ' ')}</b>
}
