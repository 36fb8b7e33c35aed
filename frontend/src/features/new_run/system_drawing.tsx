import { nodeColour } from '@/components/node_dot'
import styles from './preview.module.css'

export interface DrawnNode {
  readonly name: string
  readonly colour: number
}

const WIDTH = 300
const HEIGHT = 132
const CENTRE = { x: WIDTH / 2, y: HEIGHT / 2 }
const ORBIT = { x: 104, y: 46 }
const NAMED_UP_TO = 6

/** The run as an orrery: the master in the middle, the slaves on its orbit. Decoration; the list beside it says the same. */
export function SystemDrawing({ nodes }: { nodes: readonly DrawnNode[] }) {
  const [master, ...slaves] = nodes
  const at = (index: number) => {
    // One slave stands to the right, more are spread evenly from there.
    const angle = (index / Math.max(1, slaves.length)) * 2 * Math.PI - 0.35
    return { x: CENTRE.x + ORBIT.x * Math.cos(angle), y: CENTRE.y + ORBIT.y * Math.sin(angle) }
  }
  const radius = slaves.length > 24 ? 3 : slaves.length > 8 ? 5 : 9
  return (
    <svg className={styles['drawing']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <ellipse
        cx={CENTRE.x}
        cy={CENTRE.y}
        rx={ORBIT.x}
        ry={ORBIT.y}
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth="1"
      />
      {slaves.length === 0 ? null : (
        <ellipse cx={CENTRE.x} cy={CENTRE.y} rx={ORBIT.x * 0.55} ry={ORBIT.y * 0.55} fill="none" stroke="var(--line)" />
      )}
      {slaves.map((node, index) => {
        const { x, y } = at(index)
        return (
          <g key={node.name}>
            <line x1={CENTRE.x} y1={CENTRE.y} x2={x} y2={y} stroke="var(--line-strong)" strokeDasharray="2 4" />
            <circle cx={x} cy={y} r={radius} fill="var(--surface)" stroke={nodeColour(node.colour)} strokeWidth="2.5" />
            {slaves.length > NAMED_UP_TO ? null : (
              <text x={x} y={y < CENTRE.y - 8 ? y - radius - 5 : y + radius + 13} textAnchor="middle">
                {node.name}
              </text>
            )}
          </g>
        )
      })}
      {master === undefined ? (
        <circle cx={CENTRE.x} cy={CENTRE.y} r="14" fill="none" stroke="var(--line-strong)" strokeDasharray="3 4" />
      ) : (
        <>
          <circle
            cx={CENTRE.x}
            cy={CENTRE.y}
            r="15"
            fill="var(--surface)"
            stroke={nodeColour(master.colour)}
            strokeWidth="3.5"
          />
          <circle cx={CENTRE.x} cy={CENTRE.y} r="5" fill={nodeColour(master.colour)} />
          <text x={CENTRE.x} y={CENTRE.y + 30} textAnchor="middle" className={styles['master']}>
            {master.name}
          </text>
        </>
      )}
    </svg>
  )
}
