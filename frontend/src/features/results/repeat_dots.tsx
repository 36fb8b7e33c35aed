import type { SummaryMetric } from '@/api/contracts'
import { formatInterval, formatQuantity } from '@/lib/format/unit'
import { metricScale, modesText } from '@/lib/metric_words'
import styles from './repeat_dots.module.css'

const WIDTH = 168
const HEIGHT = 22
const EDGE = 6

/** Every repeat behind the median and its interval, or behind two modes, on a scale of the metric's own. */
export function RepeatDots({ metric }: { metric: SummaryMetric }) {
  const { values, median, low, high, unit } = metric
  const modes = modesText(metric)
  const least = Math.min(low, ...values)
  const most = Math.max(high, ...values)
  const x = (value: number) =>
    most === least ? WIDTH / 2 : EDGE + ((value - least) / (most - least)) * (WIDTH - 2 * EDGE)
  const y = HEIGHT / 2
  const label =
    values.length > 1
      ? `${values.length} repeats from ${formatInterval(least, most, unit, metricScale(metric))}, ${modes === null ? `median ${formatQuantity(median, unit)}` : `two modes: ${modes}`}`
      : 'one repeat'
  return (
    <svg className={styles['dots']} width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      <line x1={0} x2={WIDTH} y1={y} y2={y} className={styles['ground']} />
      {values.length >= 5 && modes === null ? (
        <rect
          x={x(low)}
          y={y - 4}
          width={Math.max(2, x(high) - x(low))}
          height={8}
          rx={4}
          className={styles['interval']}
        />
      ) : null}
      {values.map((value, repeat) => (
        <circle key={repeat} cx={x(value)} cy={y} r={3} className={styles['repeat']} />
      ))}
      {(modes === null ? [median] : metric.modes.map((mode) => mode.median)).map((middle) => (
        <line key={middle} x1={x(middle)} x2={x(middle)} y1={y - 7} y2={y + 7} className={styles['median']} />
      ))}
    </svg>
  )
}
