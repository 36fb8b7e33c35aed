import type { SummaryMetric } from '@/api/contracts'
import { plural } from '@/lib/format/number'
import { formatInterval, formatQuantity, type Scale } from '@/lib/format/unit'
import { intervalText, modesText } from '@/lib/metric_words'
import styles from './runs.module.css'

const WIDTH = 44
const HEIGHT = 16
/** Deviation from the median that reaches the edge. */
const REACH = 0.06

/** Every repeat around the median, ±6 %: close together is steady, spread is noisy. */
export function RepeatTicks({ metric }: { metric: SummaryMetric }) {
  const { values, median, low, high, unit } = metric
  if (values.length < 2 || median === 0) return <span className={styles['no_ticks']} />
  const x = (value: number) => {
    const deviation = Math.max(-1, Math.min(1, (value / median - 1) / REACH))
    return WIDTH / 2 + deviation * (WIDTH / 2 - 2)
  }
  const modes = modesText(metric)
  const label = `${plural(values.length, 'repeat')}: ${formatInterval(Math.min(...values), Math.max(...values), unit)}${metric.interval === 'confidence' ? `; ${intervalText(metric)}` : ''}${modes === null ? '' : `; two modes: ${modes}`}`
  return (
    <svg className={styles['ticks']} width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      <line
        x1={x(low)}
        x2={x(high)}
        y1={HEIGHT / 2}
        y2={HEIGHT / 2}
        stroke="var(--act)"
        strokeWidth="3"
        opacity="0.25"
      />
      <line x1={WIDTH / 2} x2={WIDTH / 2} y1="1" y2={HEIGHT - 1} stroke="var(--line-strong)" />
      {values.map((value, index) => (
        <circle key={index} cx={x(value)} cy={HEIGHT / 2} r="2" fill="var(--act)" opacity="0.7" />
      ))}
    </svg>
  )
}

/** The median with its unit; a metric that a run does not have keeps its place. */
export function MetricCell({ metric, scale }: { metric: SummaryMetric | undefined; scale?: Scale | undefined }) {
  if (metric === undefined) return <span className={styles['none']}>–</span>
  return (
    <span className={styles['metric']}>
      <RepeatTicks metric={metric} />
      {/* The column's head says of what: `2 374 /s` is enough. */}
      <span>{formatQuantity(metric.median, shortUnit(metric.unit), scale)}</span>
    </span>
  )
}

/** Without what is counted: `steps/s` is `/s`. */
export function shortUnit(unit: string): string {
  return unit.replace(/^[a-z]+\/s$/, '/s')
}

/** The figure that says most of a run, with its name: runs of other workloads have others. */
export function FigureCell({ metric }: { metric: SummaryMetric | undefined }) {
  if (metric === undefined) return <span className={styles['none']}>–</span>
  return (
    <span className={styles['figure']} title={metric.title}>
      <MetricCell metric={metric} />
      <small>{metric.title}</small>
    </span>
  )
}
