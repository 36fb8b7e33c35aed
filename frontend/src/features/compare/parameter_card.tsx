import { useMemo } from 'react'
import type { Comparison } from '@/api/contracts'
import { ChartCard, Legend } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { commonScale, formatQuantity } from '@/lib/format/unit'
import { inSentence } from '@/lib/terms'
import { ParameterChart } from '@/viz/parameter_chart'
import { XyChart } from '@/viz/xy_chart'
import type { CompareSearch } from './compare_search'
import styles from './compare.module.css'
import { chosenChart } from './parameter_choice'

interface ParameterCardProps {
  comparison: Comparison
  search: CompareSearch
  onChange: (part: Partial<CompareSearch>) => void
}

/** A metric against what differs between the runs, with every repeat. */
export function ParameterCard({ comparison, search, onChange }: ParameterCardProps) {
  const drawn = useMemo(() => chosenChart(comparison, search), [comparison, search])
  if (drawn === null) return null
  const { axes, metrics, axis, metric, curves, shown, data, lines } = drawn
  const { published } = data
  const repeats = Math.max(...data.points.map((point) => point.values.length))
  const scale = commonScale(
    metric.unit,
    data.points.map((point) => point.median),
  )
  const format = (value: unknown) => (value === null ? '–' : formatQuantity(Number(value), metric.unit, scale))
  return (
    <ChartCard
      title={`${metric.title} by ${inSentence(axis.title)}`}
      subtitle={`${data.y_label}; every repeat shown`}
      file_name={`comparison-${metric.name}-by-${axis.path}`}
      table={() => ({
        columns: [
          { title: 'run' },
          { title: axis.title },
          {
            title: 'median',
            unit: metric.unit,
            numeric: true,
            format,
          },
          ...Array.from({ length: repeats }, (_, repeat) => ({
            title: `repeat ${repeat + 1}`,
            unit: metric.unit,
            numeric: true,
            format,
          })),
        ],
        rows: data.points.map((point) => [
          point.label,
          point.x_text,
          point.modes.length > 0 ? null : point.median,
          ...Array.from({ length: repeats }, (_, repeat) => point.values[repeat] ?? null),
        ]),
      })}
      controls={
        <>
          <Choice
            label="Metric"
            value={metric.name}
            onChange={(value) => onChange({ metric: value })}
            options={metrics.map(({ name, title }) => [name, title])}
          />
          <Choice
            label="Axis"
            value={axis.path}
            onChange={(value) => onChange({ x: value })}
            options={axes.map(({ path, title }) => [path, `by ${inSentence(title)}`])}
          />
          {curves.length > 0 ? (
            <Choice
              label="Published figures"
              value={shown?.curve.key ?? 'none'}
              onChange={(value) => onChange({ published: value })}
              options={[
                ['none', 'no published figures'],
                ...curves.map(({ curve, table }): [string, string] => [curve.key, `${curve.label}, ${table.where}`]),
              ]}
            />
          ) : null}
        </>
      }
    >
      {lines === null ? (
        <EngineView key="runs" make={() => new ParameterChart()} data={data} />
      ) : (
        <EngineView key="lines" make={() => new XyChart()} data={lines} />
      )}
      <Legend
        entries={[
          {
            label:
              repeats > 1 ? 'measured: every repeat, median, and its 95 % interval from five repeats on' : 'measured',
            colour: 'var(--act)',
          },
          ...(published === null
            ? []
            : [
                {
                  label: `published: right axis, shape only (${published.label})`,
                  colour: 'var(--brass)',
                  dashed: true,
                },
              ]),
        ]}
      />
    </ChartCard>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label>
      <span className="unseen">{label}</span>
      <select className={styles['select']} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
