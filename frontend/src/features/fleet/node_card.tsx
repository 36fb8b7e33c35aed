import { Link } from '@tanstack/react-router'
import type { NodeView } from '@/api/contracts'
import { Button } from '@/components/button'
import { ForScope } from '@/components/for_scope'
import { Chip } from '@/components/chip'
import { NodeDot } from '@/components/node_dot'
import { Time } from '@/components/time'
import { classNames } from '@/lib/class_names'
import { formatNumber, formatShare } from '@/lib/format/number'
import { formatMemory } from '@/lib/format/unit'
import { sharingText } from '@/lib/machine_words'
import { termLabel } from '@/lib/terms'
import styles from './fleet.module.css'
import { LoadLine } from './load_line'
import { clockIsOff, clockText, coresText, lentText, RATING, ratingText, SHARING, SINCE_CLOCK } from './node_words'

interface NodeCardProps {
  node: NodeView
  /** Its current run's number and name, as far as known. */
  run_label: string | null
  history: readonly number[]
  /** The best rating of the fleet, for the bar. */
  best_rating: number
  onForget: () => void
}

export function NodeCard({ node, run_label, history, best_rating, onForget }: NodeCardProps) {
  const { facts } = node
  const online = node.state === 'online'
  const sharing = sharingText(node)
  return (
    <article className={classNames(styles['card'], !online && styles['offline'])} aria-label={`Node ${node.name}`}>
      <header>
        <NodeDot colour={node.colour} offline={!online} />
        <h2>{node.name}</h2>
        <Chip tone={online ? 'good' : 'plain'} dot={online ? 'filled' : 'hollow'}>
          {node.state}
        </Chip>
        <span className={styles['since']}>
          since <Time at={node.since} />
        </span>
      </header>

      <div className={styles['work']}>
        {online ? (
          <>
            <LoadLine values={history} colour={node.colour} />
            <div className={styles['busy']}>
              <b>{node.busy_share === null ? '–' : formatShare(node.busy_share)}</b>
              <small title="One-minute load average">
                load {node.load === null ? '–' : formatNumber(node.load, 2)}
              </small>
            </div>
          </>
        ) : (
          <p className={styles['gone']}>
            Its agent was last heard of <Time at={node.since} show="age" />. Start it again with the command above, or
            forget the node.
          </p>
        )}
      </div>

      <div className={styles['now']}>
        {node.current_run !== null ? (
          <>
            <span>at work:</span>{' '}
            <Link to="/runs/$id" params={{ id: node.current_run }}>
              {run_label ?? 'its current run'}
            </Link>
          </>
        ) : (
          <span>{online ? 'free' : 'no run'}</span>
        )}
        {online ? null : (
          <ForScope scope="operator">
            <Button small variant="quiet" icon="trash" onClick={onForget} aria-label={`Forget ${node.name}`}>
              Forget
            </Button>
          </ForScope>
        )}
      </div>

      {sharing === null ? null : (
        <p className={styles['sharing']} title={SHARING}>
          {sharing}
        </p>
      )}

      <dl className={styles['facts']}>
        <div>
          <dt title={RATING}>CPU rating</dt>
          <dd>
            <span className={styles['meter']} aria-hidden="true">
              <i style={{ width: `${Math.min(100, (facts.rating / Math.max(best_rating, 1e-9)) * 100)}%` }} />
            </span>
            {ratingText(facts.rating)}
          </dd>
        </div>
        <div>
          <dt>Cores</dt>
          <dd>{coresText(facts)}</dd>
        </div>
        <div>
          <dt>Memory</dt>
          <dd>
            {node.memory_available_bytes === null ? '' : `${formatMemory(node.memory_available_bytes)} free of `}
            {formatMemory(facts.memory_bytes)}
          </dd>
        </div>
        <div>
          <dt title={SINCE_CLOCK}>Clock</dt>
          <dd className={classNames(clockIsOff(node) && styles['warn'])}>{clockText(node)}</dd>
        </div>
        <div>
          <dt>CPU</dt>
          <dd className={styles['cut']} title={facts.cpu_model}>
            {facts.cpu_model}
          </dd>
        </div>
        <div>
          <dt>System</dt>
          <dd className={styles['cut']} title={`${facts.os}, kernel ${facts.kernel}, ${facts.architecture}`}>
            {facts.kernel} · {facts.architecture}
          </dd>
        </div>
        <div>
          <dt>Address</dt>
          <dd>{facts.address}</dd>
        </div>
        {facts.allocation ? (
          <div>
            <dt>Lent by</dt>
            <dd title={`Partition ${facts.allocation.partition}`}>{lentText(facts.allocation)}</dd>
          </div>
        ) : null}
        <div>
          <dt>Agent</dt>
          <dd title={`Worker ${facts.worker_version}, ${facts.build}, commit ${facts.commit}`}>
            {facts.agent_version} · {facts.build}
          </dd>
        </div>
      </dl>
      <div className={styles['transports']} aria-label="Transports and RTIs">
        {[...facts.transports, ...facts.third_party_transports, ...facts.rti_peers].map((name) => (
          <Chip key={name} title={termLabel(name)}>
            {name}
          </Chip>
        ))}
      </div>
    </article>
  )
}
