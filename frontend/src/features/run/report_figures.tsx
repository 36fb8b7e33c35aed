import type { RunDocument, SummaryMetric } from '@/api/contracts'
import { Figure, FigureRow } from '@/components/figure'
import { plural } from '@/lib/format/number'
import { formatInterval, quantity } from '@/lib/format/unit'
import { workloadView } from '../results/registry'
import { chooseMetrics } from './choose_metrics'

const MOST = 5

/** The figures of merit of a finished run: medians over its repeats, with what they are worth. */
export function ReportFigures({ run }: { run: RunDocument }) {
  const chosen = chooseMetrics(run.metrics, workloadView(run).leading_metrics, MOST)
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

function contextOf({ values, low, high, unit }: SummaryMetric): string {
  if (values.length < 2) return 'one repeat'
  const what = values.length >= 5 ? '95 %' : plural(values.length, 'repeat')
  return `${what}: ${formatInterval(low, high, unit)}`
}
