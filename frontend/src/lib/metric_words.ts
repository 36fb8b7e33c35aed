import type { SummaryMetric, WindowModes } from '@/api/contracts'
import { plural } from './format/number'
import { formatInterval, formatQuantity, scaleFor, type Scale } from './format/unit'

/** The unit in which a page shows a metric wherever it shows it alone: that which fits its median. */
export function metricScale({ unit, median }: Pick<SummaryMetric, 'unit' | 'median'>): Scale {
  return scaleFor(unit, median)
}

/** What `low` and `high` of a metric are. */
export function intervalName({ interval, values }: SummaryMetric): string {
  return interval === 'confidence' ? '95 % interval' : `range of ${plural(values.length, 'repeat')}`
}

/** One repeat has no interval. */
export function hasInterval({ values }: SummaryMetric): boolean {
  return values.length > 1
}

/** The metric's interval by its name: `95 % interval 1.2 to 1.4 ms`. */
export function intervalText(metric: SummaryMetric): string {
  if (!hasInterval(metric)) return 'one repeat'
  return `${intervalName(metric)} ${formatInterval(metric.low, metric.high, metric.unit, metricScale(metric))}`
}

/** `600 ns in 3 repeats, 50 us in 2 repeats`; null for a metric with one mode. */
export function modesText({ modes, unit }: SummaryMetric): string | null {
  if (modes.length === 0) return null
  return modes
    .map(({ median, repeats }) => `${formatQuantity(median, unit)} in ${plural(repeats, 'repeat')}`)
    .join(', ')
}

/** The two figures in place of the median, where there is little room: `600 ns, 50 us`; null for a metric with one mode. */
export function modeFigures({ modes, unit }: Pick<SummaryMetric, 'modes' | 'unit'>): string | null {
  return modes.length === 0 ? null : modes.map(({ median }) => formatQuantity(median, unit)).join(', ')
}

/** Middle values of a duration: of two modes over time they are of neither. */
const MIDDLES = ['mean', 'p50']

/** `over time: 600 ns, 50 us`, if the windows of most repeats of this metric's series fall in two modes; null otherwise. */
export function modesOverTime({ name }: Pick<SummaryMetric, 'name'>, found: readonly WindowModes[]): string | null {
  const of_it = found.find(({ series }) => MIDDLES.some((middle) => name === `${series}.${middle}`))
  if (of_it === undefined || of_it.places * 2 <= of_it.places_measured) return null
  return `over time: ${of_it.modes.map(({ median }) => formatQuantity(median, of_it.unit)).join(', ')}`
}
