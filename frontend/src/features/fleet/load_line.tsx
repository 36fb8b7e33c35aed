import { nodeColour } from '@/components/node_dot'
import { formatShare } from '@/lib/format/number'
import styles from './fleet.module.css'

const WIDTH = 120
const HEIGHT = 26
const KEPT = 60

/** Busy CPUs over the last minute, 0 to 100 %, newest at the right. */
export function LoadLine({ values, colour }: { values: readonly number[]; colour: number }) {
  const y = (share: number) => HEIGHT - 1 - Math.min(1, Math.max(0, share)) * (HEIGHT - 2)
  const x = (index: number) => WIDTH - (values.length - 1 - index) * (WIDTH / (KEPT - 1))
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  const last = values.at(-1)
  const label = last === undefined ? 'CPU load: not known' : `CPU load: ${formatShare(last)}`
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={styles['load_line']}
      role="img"
      aria-label={label}
    >
      <line
        x1="0"
        x2={WIDTH}
        y1={HEIGHT - 0.5}
        y2={HEIGHT - 0.5}
        stroke="var(--line)"
        vectorEffect="non-scaling-stroke"
      />
      {values.length > 1 ? (
        <>
          <polygon
            points={`${x(0).toFixed(1)},${HEIGHT} ${points} ${WIDTH},${HEIGHT}`}
            fill={nodeColour(colour)}
            opacity="0.12"
          />
          <polyline
            points={points}
            fill="none"
            stroke={nodeColour(colour)}
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        </>
      ) : null}
    </svg>
  )
}
