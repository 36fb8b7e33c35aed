import type { RunDocument, SummaryMetric } from '@/api/contracts'
import { Figure, FigureRow } from '@/components/figure'
import { plural } from '@/lib/format/number'
import { formatInterval, quantity } from '@/lib/format/unit'

const FIRST = ['step_time.p50', 'step_time.p99', 'steps_per_second']
const MOST = 5

/** The figures of merit of a finished run: medians over its repeats, with what they are worth. */
export function ReportFigures({ run }: { run: RunDocument }) {
  const chosen = chooseMetrics(run.metrics)
  if (chosen.length === 0) return null
  return (
    <FigureRow label="Figures of merit">
      {chosen.map((metric) => {
        const { text, unit } = quantity(metric.median, metric.unit)
        return <Figure key={metric.name} title={metric.title} value={text} unit={unit} context={contextOf(metric)} />
      })}
    </FigureRow>
  )
}

/** Those that say most come first, then others of which a direction is better. Pure. */
export function chooseMetrics(metrics: readonly SummaryMetric[]): SummaryMetric[] {
  const first = FIRST.flatMap((name) => metrics.find((metric) => metric.name === name) ?? [])
  const others = metrics.filter((metric) => !first.includes(metric) && metric.better !== 'neither')
  return [...first, ...others].slice(0, MOST)
}

function contextOf({ values, low, high, unit }: SummaryMetric): string {
  if (values.length < 2) return 'one repeat'
  const what = values.length >= 5 ? '95 %' : plural(values.length, 'repeat')
  return `${what}: ${formatInterval(low, high, unit)}`
}
