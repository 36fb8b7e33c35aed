import { useEffect, useRef, useState } from 'react'
import type { LogLine, RunDocument } from '@/api/contracts'
import { Card } from '@/components/card'
import { nodeColour } from '@/components/node_dot'
import { formatCount, plural } from '@/lib/format/number'
import { formatClock } from '@/lib/format/time'
import { hasEnded } from '@/lib/run_states'
import styles from './log_view.module.css'

const SHOWN = 500

/** The tail of a run's log, filtered; it follows the newest line unless the viewer has scrolled back. */
export function LogView({ run, lines, left_out }: { run: RunDocument; lines: readonly LogLine[]; left_out: number }) {
  const [node, setNode] = useState('')
  const [level, setLevel] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const matching = lines.filter((line) => (node === '' || line.node === node) && (level === '' || line.level === level))
  const shown = matching.slice(-SHOWN)
  const hidden = matching.length - shown.length + left_out
  useEffect(() => {
    if (follows.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight
  }, [shown.length, lines])
  if (lines.length === 0) {
    return (
      <Card title="Log" flush>
        <p className={styles['nothing']}>
          {hasEnded(run.summary.state) ? 'Nothing was said.' : 'Nothing has been said yet.'}
        </p>
      </Card>
    )
  }
  return (
    <Card
      title="Log"
      subtitle={
        hidden > 0
          ? `the last ${formatCount(shown.length)} lines; ${formatCount(hidden)} older`
          : plural(shown.length, 'line')
      }
      tools={
        <>
          <label>
            <span className="unseen">Node</span>
            <select className={styles['select']} value={node} onChange={(event) => setNode(event.target.value)}>
              <option value="">all nodes</option>
              {run.nodes.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label>
            <span className="unseen">Level</span>
            <select className={styles['select']} value={level} onChange={(event) => setLevel(event.target.value)}>
              <option value="">all levels</option>
              <option value="info">info</option>
              <option value="warning">warnings</option>
              <option value="error">errors</option>
            </select>
          </label>
        </>
      }
      flush
    >
      <div
        ref={box}
        className={styles['log']}
        role="log"
        aria-label="Log of the run"
        aria-live="off"
        // Scrolls, so the keyboard must reach it.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={(event) => {
          const { scrollTop, scrollHeight, clientHeight } = event.currentTarget
          follows.current = scrollHeight - scrollTop - clientHeight < 24
        }}
      >
        {shown.map((line, index) => (
          <Line
            key={`${line.at} ${index}`}
            line={line}
            colour={run.nodes.find(({ name }) => name === line.node)?.colour}
          />
        ))}
        {shown.length === 0 ? <p>No line matches.</p> : null}
      </div>
    </Card>
  )
}

function Line({ line, colour }: { line: LogLine; colour: number | undefined }) {
  return (
    <div className={styles[line.level]}>
      <time dateTime={line.at}>{formatClock(line.at, true)}</time>{' '}
      {colour === undefined ? null : <i className={styles['dot']} style={{ background: nodeColour(colour) }} />}
      <b>{line.node === '' ? 'console' : line.node}</b>{' '}
      {line.level === 'info' ? null : <b className={styles['level']}>{line.level} </b>}
      {line.text}
    </div>
  )
}
