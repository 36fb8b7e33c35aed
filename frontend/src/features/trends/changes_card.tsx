import { Link } from '@tanstack/react-router'
import type { MetricTrend, TrendChange } from '@/api/contracts'
import { ButtonLink } from '@/components/button'
import { Card } from '@/components/card'
import { Chip } from '@/components/chip'
import { DataTable, type DataColumn } from '@/components/data_table'
import { Time } from '@/components/time'
import { shortCommit } from '@/lib/format/commit'
import { formatRatio, plural } from '@/lib/format/number'
import { commonScale, formatQuantity } from '@/lib/format/unit'
import { besideChange, changeText } from './trend_view'
import styles from './trends.module.css'

/** Every change, the newest first, with the runs beside it. */
export function ChangesCard({ trend }: { trend: MetricTrend }) {
  const { changes, metric } = trend
  const scale = commonScale(
    metric.unit,
    changes.flatMap(({ before, after }) => [before, after]),
  )
  const columns: readonly DataColumn<TrendChange>[] = [
    { key: 'runs', title: 'runs beside it', cell: (change) => <RunLinks trend={trend} change={change} /> },
    { key: 'ended', title: 'ended', cell: (change) => <Ends trend={trend} change={change} /> },
    { key: 'commit', title: 'commits beside it', cell: commitsText },
    { key: 'before', title: 'before', numeric: true, cell: ({ before }) => formatQuantity(before, metric.unit, scale) },
    { key: 'after', title: 'after', numeric: true, cell: ({ after }) => formatQuantity(after, metric.unit, scale) },
    { key: 'ratio', title: 'ratio, 95 % interval', numeric: true, cell: ratioText },
    {
      key: 'verdict',
      title: 'verdict',
      cell: (change) => {
        const { text, tone } = changeText(change)
        return (
          <Chip tone={tone} title={change.sentence}>
            {text}
          </Chip>
        )
      },
    },
    { key: 'compare', title: '', cell: (change) => <CompareLink trend={trend} change={change} small /> },
  ]
  return (
    <Card
      title={plural(changes.length, 'change')}
      subtitle="medians of the runs between this change and the changes beside it"
    >
      <DataTable caption="Changes" columns={columns} rows={changes.toReversed()} rowKey={(change) => change.run_id} />
    </Card>
  )
}

/** Opens the comparison of the last run before a change with the first run after it. */
export function CompareLink({ trend, change, small }: { trend: MetricTrend; change: TrendChange; small?: boolean }) {
  const [before, after] = besideChange(trend, change)
  if (before === undefined || after === undefined) return null
  return (
    <ButtonLink
      to="/compare"
      small={small}
      icon="compare"
      search={{ runs: `${before.run_id},${after.run_id}`, baseline: before.run_id }}
      aria-label={`Compare before and after: runs ${before.run} and ${after.run}`}
    >
      {small === true ? 'Compare' : 'Compare before and after'}
    </ButtonLink>
  )
}

function Ends({ trend, change }: { trend: MetricTrend; change: TrendChange }) {
  const beside = besideChange(trend, change)
  return beside.length === 0
    ? '–'
    : beside.map(({ run_id, at }, place) => (
        <span key={run_id} className={styles['whole']}>
          {place === 0 ? '' : ' and '}
          <Time at={at} />
        </span>
      ))
}

function commitsText({ commit_before, commit }: TrendChange): string {
  const [before, after] = [shortCommit(commit_before), shortCommit(commit)]
  return commit === commit_before ? after : `${before}, ${after}`
}

function RunLinks({ trend, change }: { trend: MetricTrend; change: TrendChange }) {
  return besideChange(trend, change).map(({ run, run_id }, at) => (
    <span key={run_id} className={styles['whole']}>
      {at === 0 ? '' : ', '}
      <Link to="/runs/$id" params={{ id: run_id }}>
        run {run}
      </Link>
    </span>
  ))
}

function ratioText({ ratio, ratio_low, ratio_high }: TrendChange): string {
  if (ratio === null) return '–'
  if (ratio_low === null || ratio_high === null) return `${formatRatio(ratio)}, too few runs for an interval`
  return `${formatRatio(ratio)} (${formatRatio(ratio_low)} to ${formatRatio(ratio_high)})`
}
