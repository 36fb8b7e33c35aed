import { useMemo, type ReactNode } from 'react'
import type { RunDocument, SummaryMetric } from '@/api/contracts'
import { ChartCard, Legend, type ChartTable } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { commonScale, formatQuantity } from '@/lib/format/unit'
import { markColour, ValueBars, type ValueBar, type ValueBarsData, type ValueMark } from '@/viz/value_bars'
import layout from './layout.module.css'
import { tickText } from './ticks'

export interface MeasuredValue {
  readonly metric: SummaryMetric
  readonly label: string
  readonly colour?: string
  readonly marks?: readonly ValueMark[]
}

export function metricOf(run: RunDocument, name: string): SummaryMetric | undefined {
  return run.metrics.find((metric) => metric.name === name)
}

/** What the chart draws: medians with their intervals, all in one unit. Pure. */
export function valueBars(label: string, values: readonly MeasuredValue[], logarithmic: boolean): ValueBarsData {
  const unit = values[0]?.metric.unit ?? ''
  const rows = values.map(({ metric, label: name, colour, marks }): ValueBar => ({
    key: metric.name,
    label: name,
    value: metric.median,
    low: metric.low,
    high: metric.high,
    colour: colour ?? 'var(--node-1)',
    marks: marks ?? [],
  }))
  const scale = commonScale(
    unit,
    rows.map((row) => row.value),
  )
  return {
    label,
    rows,
    logarithmic,
    // Over many decades each value has the unit that fits it; so has one that would be lost in the common unit.
    format: (value) =>
      logarithmic || Math.abs(value) * scale.factor < 0.1
        ? formatQuantity(value, unit)
        : formatQuantity(value, unit, scale),
    // In a common unit the values beside the bars say it.
    formatTick: (value) => (logarithmic ? tickText(value, unit) : tickText(value, unit, { ...scale, unit: '' })),
  }
}

/** In the unit of the chart. */
function tableOf(values: readonly MeasuredValue[], { format }: ValueBarsData): ChartTable {
  const marks = [...new Set(values.flatMap((value) => (value.marks ?? []).map(({ label }) => label)))]
  const unit = values[0]?.metric.unit ?? ''
  const figure = (title: string) => ({
    title,
    unit,
    numeric: true,
    format: (value: unknown) => (value === null ? '–' : format(Number(value))),
  })
  return {
    columns: [{ title: '' }, figure('median'), figure('low'), figure('high'), ...marks.map(figure)],
    rows: values.map(({ metric, label, marks: own }) => [
      label,
      metric.median,
      metric.low,
      metric.high,
      ...marks.map((mark) => own?.find((one) => one.label === mark)?.value ?? null),
    ]),
  }
}

interface ValueCardProps {
  run: RunDocument
  title: string
  subtitle: string
  /** Of exported files, after the run's number. */
  file: string
  values: readonly MeasuredValue[]
  logarithmic?: boolean
  /** What is said under the chart. */
  children?: ReactNode
}

/** Some metrics of a run beside each other, with what they are compared with. Nothing if none was measured. */
export function ValueCard({ run, title, subtitle, file, values, logarithmic = false, children }: ValueCardProps) {
  const data = useMemo(() => valueBars(title, values, logarithmic), [title, values, logarithmic])
  if (values.length === 0) return null
  const marks = new Map(
    values.flatMap((value) => (value.marks ?? []).map((mark): [string, ValueMark] => [mark.label, mark])),
  )
  return (
    <ChartCard
      title={title}
      subtitle={subtitle}
      file_name={`run-${run.summary.number}-${file}`}
      table={() => tableOf(values, data)}
    >
      <EngineView make={() => new ValueBars()} data={data} />
      {marks.size === 0 ? null : (
        <Legend
          entries={[...marks].map(([label, mark]) => ({
            label: mark.published ? `${label}, published` : label,
            colour: markColour(mark),
          }))}
        />
      )}
      {children === undefined ? null : <p className={layout['note']}>{children}</p>}
    </ChartCard>
  )
}
