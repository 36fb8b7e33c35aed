import type { RunDocument } from '@/api/contracts'
import { Figure, FigureRow } from '@/components/figure'
import { quantity } from '@/lib/format/unit'
import { intervalText, modesOverTime, modesText } from '@/lib/metric_words'
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
        const modes = modesText(metric) ?? modesOverTime(metric, run.window_modes)
        const { text, unit } = modes === null ? quantity(metric.median, metric.unit) : { text: 'two modes', unit: '' }
        const context = modes ?? intervalText(metric)
        return <Figure key={metric.name} title={metric.title} value={text} unit={unit} context={context} />
      })}
    </FigureRow>
  )
}
