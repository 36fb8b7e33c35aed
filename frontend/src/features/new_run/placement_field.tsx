import type { NodeView } from '@/api/contracts'
import { Button } from '@/components/button'
import { nodeColour } from '@/components/node_dot'
import { Segmented } from '@/components/segmented'
import { classNames } from '@/lib/class_names'
import { getAt, isList } from '@/lib/document/json'
import type { Field } from '@/lib/document/model'
import { formatNumber, formatShare } from '@/lib/format/number'
import { sharingText } from '@/lib/machine_words'
import { FieldFrame } from './form/field_frame'
import { fieldId, useField } from './form/form_context'
import { MoreFields } from './form/more_fields'
import { NodeField } from './form/node_field'
import styles from './placement.module.css'

interface PlacementFieldProps {
  field: Field
  nodes: readonly NodeView[]
  /** Where the run would be placed now, master first; empty while that is not known. */
  placed: readonly string[]
}

const SEPARATE = 'placement.separate_machines'

/** Which nodes take part: the N fastest, or those that are clicked, master first. Clicking a node always chooses by hand. */
export function PlacementField({ field, nodes, placed }: PlacementFieldProps) {
  const state = useField(['placement'])
  const kind = getAt(state.value, ['kind'])
  const by_hand = kind === 'named'
  const given = getAt(state.value, ['names'])
  const names = isList(given) ? given.filter((name) => typeof name === 'string') : []
  const chosen = by_hand ? names : placed
  const online = nodes.filter((node) => node.state === 'online')
  const separate = getAt(state.value, ['separate_machines']) === true ? { separate_machines: true } : {}
  const setNames = (next: readonly string[]) => state.set({ kind: 'named', names: next, ...separate })
  const toggle = (name: string) => {
    setNames(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name])
  }
  const members = field.node.kind === 'union' ? field.node.members : []
  const fieldOf = (tag: string, key: string) =>
    members.find((member) => member.tag === tag)?.node.fields.filter((candidate) => candidate.key === key) ?? []
  const count_field = fieldOf('fastest', 'count')[0]
  const strangers = chosen.filter((name) => !nodes.some((node) => node.name === name))
  return (
    <div className={styles['placement']}>
      <div className={styles['how']}>
        <FieldFrame
          field={{
            ...state,
            errors: state.errors.filter((e) => (by_hand || e.field !== 'placement.count') && e.field !== SEPARATE),
          }}
          title={field.title}
          help={
            by_hand
              ? 'Click nodes to choose them; the first is the master.'
              : 'The best-rated nodes that are online; the fastest is the master.'
          }
          group
        >
          <div id={fieldId('placement.names')} tabIndex={-1}>
            <Segmented
              label={field.title}
              value={by_hand ? 'named' : 'fastest'}
              onChange={(next) => {
                if (next === 'named') setNames(placed)
                else state.set({ kind: 'fastest', count: Math.max(1, chosen.length), ...separate })
              }}
              options={[
                { value: 'fastest', label: 'Fastest nodes' },
                { value: 'named', label: 'Chosen nodes' },
              ]}
            />
          </div>
        </FieldFrame>
        {by_hand || count_field === undefined ? null : <NodeField field={count_field} path={['placement', 'count']} />}
      </div>
      {nodes.length === 0 ? (
        <p className={styles['none']}>No node has joined yet. The page Fleet says how one joins.</p>
      ) : (
        <ul className={styles['tiles']} aria-label="Nodes">
          {[...online, ...nodes.filter((node) => node.state === 'offline')].map((node) => (
            <NodeTile
              key={node.name}
              node={node}
              place={chosen.indexOf(node.name)}
              by_hand={by_hand}
              onToggle={() => toggle(node.name)}
              onMaster={() => setNames([node.name, ...chosen.filter((name) => name !== node.name)])}
            />
          ))}
          {strangers.map((name) => (
            <li key={name} className={classNames(styles['tile'], styles['chosen'], styles['stranger'])}>
              <span className={styles['name']}>{name}</span>
              <small>not a node of this fleet</small>
              <Button small variant="quiet" onClick={() => toggle(name)}>
                Leave out
              </Button>
            </li>
          ))}
        </ul>
      )}
      <MoreFields fields={fieldOf(by_hand ? 'named' : 'fastest', 'separate_machines')} path={['placement']} compares />
    </div>
  )
}

interface NodeTileProps {
  node: NodeView
  /** 0 is the master, -1 takes no part. */
  place: number
  by_hand: boolean
  onToggle: () => void
  onMaster: () => void
}

function NodeTile({ node, place, by_hand, onToggle, onMaster }: NodeTileProps) {
  const offline = node.state === 'offline'
  const sharing = sharingText(node)
  const role = place === 0 ? 'master' : place > 0 ? `slave ${place}` : offline ? 'offline' : 'takes no part'
  return (
    <li className={classNames(styles['tile'], place >= 0 && styles['chosen'], offline && styles['offline'])}>
      <button
        type="button"
        className={styles['toggle']}
        aria-pressed={place >= 0}
        title={node.current_run === null ? undefined : 'At work: the run would wait for it.'}
        disabled={offline && place < 0}
        onClick={onToggle}
        style={place >= 0 ? { borderColor: nodeColour(node.colour) } : undefined}
      >
        <Globe node={node} place={place} />
        <span className={styles['words']}>
          <span className={styles['name']}>{node.name}</span>{' '}
          <small>{node.current_run === null ? role : `${role} · at work now`}</small>{' '}
          <small className="tabular">
            {formatNumber(node.facts.rating, 3)} M/s
            {node.busy_share === null ? '' : ` · ${formatShare(node.busy_share)} busy`}
          </small>
          {sharing === null ? null : <small className={styles['sharing']}>{sharing}</small>}
        </span>
      </button>
      {by_hand && place > 0 ? (
        <button type="button" className={styles['promote']} onClick={onMaster}>
          make master
        </button>
      ) : null}
    </li>
  )
}

/** The node as the topology draws it: a ring in its colour, filled by its load. */
function Globe({ node, place }: { node: NodeView; place: number }) {
  const colour = nodeColour(node.colour)
  const load = Math.min(1, Math.max(0, node.busy_share ?? 0))
  const level = 18 + 13 - load * 26
  const clip = `globe-${node.name}`
  return (
    <svg width="36" height="36" viewBox="0 0 36 36" aria-hidden="true">
      <clipPath id={clip}>
        <rect x="0" y={level} width="36" height="36" />
      </clipPath>
      <circle cx="18" cy="18" r="13" fill={colour} opacity="0.28" clipPath={`url(#${clip})`} />
      <circle
        cx="18"
        cy="18"
        r="15"
        fill="none"
        stroke={colour}
        strokeWidth={place === 0 ? 3 : 2}
        strokeDasharray={node.state === 'offline' ? '3 3' : undefined}
        opacity={place >= 0 ? 1 : 0.45}
      />
      {place >= 0 ? (
        <text x="18" y="22.500" textAnchor="middle" fontSize="12" fontWeight="650" fill="var(--ink)">
          {place === 0 ? 'M' : place}
        </text>
      ) : null}
    </svg>
  )
}
