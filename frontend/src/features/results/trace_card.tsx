import { useMemo } from 'react'
import type { RunDocument } from '@/api/contracts'
import { ChartCard } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { XyChart } from '@/viz/xy_chart'
import { lastTraces, traceChart, traceTable } from './trace_chart'

interface TraceCardProps {
  run: RunDocument
  /** Of the names of the traces that are meant. */
  prefix: string
  title: string
  subtitle: string
  /** Of exported files, after the run's number. */
  file: string
  logarithmic?: boolean
}

/** Curves of the last repeat that has any, beside each other. Nothing without. */
export function TraceCard({ run, prefix, title, subtitle, file, logarithmic = false }: TraceCardProps) {
  const traces = useMemo(() => lastTraces(run, prefix), [run, prefix])
  const data = useMemo(() => traceChart(title, traces, logarithmic), [title, traces, logarithmic])
  if (data === null) return null
  return (
    <ChartCard
      title={title}
      subtitle={subtitle}
      file_name={`run-${run.summary.number}-${file}`}
      table={() => traceTable(traces)}
    >
      <EngineView make={() => new XyChart()} data={data} />
    </ChartCard>
  )
}
