import type { SummaryMetric } from '@/api/contracts'
import { plural } from '@/lib/format/number'
import { formatInterval, formatQuantity, type Scale } from '@/lib/format/unit'
import { intervalText, metricScale, modeFigures, modesText } from '@/lib/metric_words'
import styles from './runs.module.css'

const WIDTH = 44
const HEIGHT = 16
/** Deviation from the median that reaches the edge. */
const REACH = 0.06

/** Numbers of repeats that lie further from the median than the strip reaches. `median` must not be 0. */
export function cutRepeats(
  values: readonly number[],
  median: number,
): { readonly below: number; readonly above: number } {
  const beyond = (sign: number) => values.filter((value) => sign * (value / median - 1) > REACH).length
  return { below: beyond(-1), above: beyond(1) }
}

/** Every repeat around the median, ±6 %: close together is steady, spread is noisy. A triangle at
 * the edge stands for the repeats beyond it. Two modes are drawn from the least
 * to the greatest repeat, without a median.
 */
export function RepeatTicks({ metric }: { metric: SummaryMetric }) {
  const { values, median, low, high, unit } = metric
  if (values.length < 2 || median === 0) return <span className={styles['no_ticks']} />
  const modes = modesText(metric)
  const least = Math.min(...values)
  const most = Math.max(...values)
  const x = (value: number) => {
    if (modes !== null) return 2 + ((value - least) / (most - least)) * (WIDTH - 4)
    const deviation = Math.max(-1, Math.min(1, (value / median - 1) / REACH))
    return WIDTH / 2 + deviation * (WIDTH / 2 - 2)
  }
  const cut = modes === null ? cutRepeats(values, median) : { below: 0, above: 0 }
  const cut_count = cut.below + cut.above
  const label = [
    `${plural(values.length, 'repeat')}: ${formatInterval(least, most, unit, metricScale(metric))}`,
    ...(metric.interval === 'confidence' ? [intervalText(metric)] : []),
    modes === null ? `the strip reaches ${REACH * 100} % to either side of the median` : `two modes: ${modes}`,
    ...(cut_count > 0 ? [`${plural(cut_count, 'repeat')} beyond it, marked by a triangle`] : []),
  ].join('; ')
  return (
    <svg className={styles['ticks']} width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      {modes === null ? (
        <>
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
        </>
      ) : null}
      {values.map((value, index) =>
        modes === null && Math.abs(value / median - 1) > REACH ? null : (
          <circle key={index} cx={x(value)} cy={HEIGHT / 2} r="2" fill="var(--act)" opacity="0.7" />
        ),
      )}
      {cut.below > 0 ? <path d={triangle(0, 1)} fill="var(--act)" /> : null}
      {cut.above > 0 ? <path d={triangle(WIDTH, -1)} fill="var(--act)" /> : null}
    </svg>
  )
}

/** Its tip at `x`, in px; `side` is 1 if the tip points to the left, -1 if to the right. */
function triangle(x: number, side: 1 | -1): string {
  const middle = HEIGHT / 2
  return `M${x} ${middle}l${side * 6} -4v8z`
}

/** The median with its unit, or both figures of two modes; a metric that a run does not have keeps its place. */
export function MetricCell({ metric, scale }: { metric: SummaryMetric | undefined; scale?: Scale | undefined }) {
  if (metric === undefined) return <span className={styles['none']}>–</span>
  const unit = shortUnit(metric.unit)
  const modes = modeFigures({ ...metric, unit })
  return (
    <span className={styles['metric']}>
      <RepeatTicks metric={metric} />
      {/* The column's head says of what: `2 374 /s` is enough. */}
      {modes === null ? (
        <span>{formatQuantity(metric.median, unit, scale)}</span>
      ) : (
        <span className={styles['modes']} title={`two modes: ${modesText(metric) ?? ''}`}>
          two modes: <span>{modes}</span>
        </span>
      )}
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
