import type { SummaryMetric } from '@/api/contracts'

/** Those that say most come first, then those of which a direction is better, then the rest. Pure. */
export function chooseMetrics(
  metrics: readonly SummaryMetric[],
  leading: readonly string[],
  most: number,
): SummaryMetric[] {
  const first = leading.flatMap((name) => metrics.find((metric) => metric.name === name) ?? [])
  const others = metrics.filter((metric) => !first.includes(metric))
  const judged = others.filter((metric) => metric.better !== 'neither')
  return [...first, ...judged, ...others.filter((metric) => metric.better === 'neither')].slice(0, most)
}
