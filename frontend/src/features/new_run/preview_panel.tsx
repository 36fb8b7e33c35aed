import type { NodeView, SpecCheck } from '@/api/contracts'
import { Card } from '@/components/card'
import { NodeName } from '@/components/node_dot'
import { classNames } from '@/lib/class_names'
import { formatCount } from '@/lib/format/number'
import { formatTimeLeft } from '@/lib/format/time'
import { formatQuantity } from '@/lib/format/unit'
import styles from './preview.module.css'
import { SystemDrawing } from './system_drawing'
import { waitingWords } from './waiting_words'

interface PreviewPanelProps {
  title: string
  check: SpecCheck | null
  /** The form is wrong now: what is shown belongs to the last one that was right. */
  outdated: boolean
  nodes: readonly NodeView[]
}

/** What the run would do now: where it goes, what each node gets, the messages of a step, how long it takes. */
export function PreviewPanel({ title, check, outdated, nodes }: PreviewPanelProps) {
  const colourOf = (name: string) => nodes.find((node) => node.name === name)?.colour ?? 8
  const placed = (check?.nodes ?? []).map((name) => ({ name, colour: colourOf(name) }))
  const waits = (check?.nodes ?? []).filter((name) =>
    nodes.some((node) => node.name === name && node.current_run !== null),
  )
  const has_bytes = (check?.expected_messages_per_step ?? []).some((kind) => kind.bytes !== '0')
  const total = (check?.expected_messages_per_step ?? []).reduce((sum, kind) => sum + Number(kind.expected), 0)
  return (
    <Card
      title={title}
      subtitle={outdated && check !== null ? 'before the last change' : undefined}
      className={classNames(outdated && styles['stale'])}
    >
      <SystemDrawing nodes={placed} />
      {check === null ? (
        <p className={styles['pending']}>Shown as soon as the form is right.</p>
      ) : (
        <>
          <table className={styles['table']}>
            <caption className="unseen">What each node gets</caption>
            <tbody>
              {placed.map((node, index) => (
                <tr key={node.name}>
                  <th scope="row">
                    <NodeName name={node.name} colour={node.colour} /> <small>{index === 0 ? 'master' : ''}</small>
                  </th>
                  <td>{check.assigned[index]}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {check.expected_messages_per_step.length === 0 ? null : (
            <table className={styles['table']}>
              <caption>Messages of one step, by the model</caption>
              <tbody>
                {check.expected_messages_per_step.map((kind) => (
                  <tr key={kind.kind}>
                    <th scope="row">{kind.title}</th>
                    <td>{formatCount(kind.expected)}</td>
                    {has_bytes ? <td>{formatQuantity(Number(kind.bytes), 'B')}</td> : null}
                  </tr>
                ))}
                <tr className={styles['total']}>
                  <th scope="row">all</th>
                  <td>{formatCount(total)}</td>
                  {has_bytes ? <td /> : null}
                </tr>
              </tbody>
            </table>
          )}
          <ul className={styles['waiting']} aria-label="How endpoints wait">
            {waitingWords(check).map(({ text, polls }) => (
              <li key={text} className={classNames(polls === false && styles['warn'])}>
                {text}
              </li>
            ))}
          </ul>
          <p className={styles['estimate']}>
            {check.estimate_s === null ? (
              'The time is unknown: no similar run has ended yet.'
            ) : (
              <>
                Takes <strong>{formatTimeLeft(check.estimate_s)}</strong>, judging by earlier runs.
              </>
            )}{' '}
            {waits.length === 0
              ? null
              : `It waits until ${waits.join(' and ')} ${waits.length === 1 ? 'is' : 'are'} free.`}
          </p>
        </>
      )}
    </Card>
  )
}
