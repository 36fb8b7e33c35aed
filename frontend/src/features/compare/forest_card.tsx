import { useMemo, useState } from 'react'
import type { Comparison } from '@/api/contracts'
import { Button } from '@/components/button'
import { ChartCard, Legend } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { formatRatio } from '@/lib/format/number'
import { Forest } from '@/viz/forest'
import { forestData, runColour } from './comparison_view'

const FEW = 8

/** Every metric of every run as a ratio to the baseline. */
export function ForestCard({ comparison }: { comparison: Comparison }) {
  const [all, setAll] = useState(false)
  const data = useMemo(() => forestData(comparison, all ? 100 : FEW), [comparison, all])
  const has_interval = data.rows.some((row) => row.items.some((item) => item.low !== null))
  const count = new Set(comparison.metrics.map((metric) => metric.metric)).size
  return (
    <ChartCard
      title="Against the baseline"
      subtitle={
        has_interval
          ? 'ratio of medians, 95 % bootstrap interval, log scale'
          : 'ratio of medians, log scale; five repeats or more give a 95 % interval'
      }
      file_name="comparison-ratios"
      table={() => ({
        columns: [
          { title: 'metric' },
          { title: 'run' },
          { title: 'ratio', numeric: true, format: (value) => (value === null ? '–' : formatRatio(Number(value))) },
          { title: 'low', numeric: true, format: (value) => (value === null ? '–' : formatRatio(Number(value))) },
          { title: 'high', numeric: true, format: (value) => (value === null ? '–' : formatRatio(Number(value))) },
        ],
        rows: forestData(comparison, 100).rows.flatMap((row) =>
          row.items.map((item) => [row.label, item.label, item.ratio, item.low, item.high]),
        ),
      })}
      tools={
        count > FEW ? (
          <Button small variant="quiet" onClick={() => setAll((now) => !now)}>
            {all ? `First ${FEW}` : `All ${count}`}
          </Button>
        ) : null
      }
    >
      <EngineView make={() => new Forest()} data={data} />
      <Legend
        entries={comparison.runs
          .filter((run) => run.summary.id !== comparison.baseline)
          .map((run) => ({ label: run.label, colour: runColour(comparison, run.summary.id) }))}
      />
    </ChartCard>
  )
}
