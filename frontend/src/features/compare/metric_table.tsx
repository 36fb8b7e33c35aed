import type { Comparison, MetricComparison } from '@/api/contracts'
import { Card } from '@/components/card'
import { Chip } from '@/components/chip'
import { DataTable, type DataColumn } from '@/components/data_table'
import { formatFixed, formatRatio, formatShare } from '@/lib/format/number'
import { commonScale, formatQuantity } from '@/lib/format/unit'
import { verdictText } from '@/lib/verdict_text'
import styles from './compare.module.css'
import { metricOrder, runColour } from './comparison_view'

/** Every metric of every run against the baseline, with its test. */
export function MetricTable({ comparison }: { comparison: Comparison }) {
  const order = metricOrder(comparison.metrics)
  const rows = comparison.metrics.toSorted((a, b) => order.indexOf(a.metric) - order.indexOf(b.metric))
  const others = comparison.runs.filter((run) => run.summary.id !== comparison.baseline)
  const runOf = (row: MetricComparison) => others.find((run) => run.summary.id === row.run)
  const run_column: DataColumn<MetricComparison> = {
    key: 'run',
    title: 'run',
    cell: (row) => (
      <span className={styles['dotted']} title={runOf(row)?.label}>
        <i style={{ background: runColour(comparison, row.run) }} aria-hidden="true" />
        {runOf(row)?.summary.number}
      </span>
    ),
    sortBy: (row) => runOf(row)?.summary.number ?? null,
  }
  const columns: readonly DataColumn<MetricComparison>[] = [
    { key: 'metric', title: 'metric', cell: (row) => row.title, sortBy: (row) => row.title },
    ...(others.length > 1 ? [run_column] : []),
    {
      key: 'verdict',
      title: 'verdict',
      cell: (row) => (
        <Chip tone={verdictText[row.verdict].tone} title={row.sentence}>
          {verdictText[row.verdict].text}
        </Chip>
      ),
      sortBy: (row) => verdictText[row.verdict].text,
    },
    { key: 'ratio', title: 'ratio', numeric: true, cell: (row) => <Ratio row={row} />, sortBy: (row) => row.ratio },
    {
      key: 'median',
      title: 'median',
      numeric: true,
      cell: (row) => shown(row, row.median, row.modes, rows),
      sortBy: (row) => row.median,
    },
    {
      key: 'baseline',
      title: 'baseline',
      numeric: true,
      cell: (row) => shown(row, row.baseline_median, row.baseline_modes, rows),
      sortBy: (row) => row.baseline_median,
    },
    {
      key: 'above',
      title: 'superiority',
      numeric: true,
      cell: (row) => (row.superiority === null ? '–' : formatShare(row.superiority)),
      sortBy: (row) => row.superiority,
    },
    {
      key: 'p',
      title: 'p, corrected',
      numeric: true,
      cell: (row) => pText(row.p_adjusted),
      sortBy: (row) => row.p_adjusted,
    },
  ]
  return (
    <Card
      title="Metrics"
      subtitle={`${numbersOf(comparison)}; medians over repeats; hover over a verdict for its sentence`}
    >
      {/* Scrolls, so the keyboard must reach it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['scroll']} tabIndex={0} role="region" aria-label="Metrics, table">
        <DataTable
          caption="Metrics against the baseline"
          columns={columns}
          rows={rows}
          rowKey={(row) => `${row.metric} ${row.run}`}
        />
      </div>
    </Card>
  )
}

/** Which runs are compared with which: `run 14 against run 12`. */
function numbersOf({ runs, baseline }: Comparison): string {
  const base = runs.find((run) => run.summary.id === baseline)?.summary.number
  const others = runs.filter((run) => run.summary.id !== baseline).map((run) => run.summary.number)
  const [only] = others
  return others.length === 1 ? `run ${only} against run ${base}` : `each run against run ${base}`
}

/** In one unit for all runs' values of a metric; both figures of two modes. */
function shown(
  row: MetricComparison,
  value: number,
  modes: readonly number[],
  rows: readonly MetricComparison[],
): string {
  if (modes.length > 0) return `two modes: ${modes.map((mode) => formatQuantity(mode, row.unit)).join(', ')}`
  const same = rows.filter(({ metric }) => metric === row.metric)
  const scale = commonScale(
    row.unit,
    same.flatMap(({ median, baseline_median }) => [median, baseline_median]),
  )
  return formatQuantity(value, row.unit, scale)
}

function Ratio({ row: { ratio, ratio_low, ratio_high } }: { row: MetricComparison }) {
  if (ratio === null) return '–'
  if (ratio_low === null || ratio_high === null) return formatRatio(ratio)
  return (
    <span className={styles['ratio']}>
      {formatRatio(ratio)}
      <small>
        {formatRatio(ratio_low)} to {formatRatio(ratio_high)}
      </small>
    </span>
  )
}

function pText(p: number | null): string {
  if (p === null) return '–'
  return p < 0.001 ? 'under 0.001' : formatFixed(p, 3)
}
