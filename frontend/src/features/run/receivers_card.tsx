import type { RunDocument, SummaryMetric } from '@/api/contracts'
import { Card } from '@/components/card'
import { DataTable, type DataColumn } from '@/components/data_table'
import { plural } from '@/lib/format/number'
import { commonScale, formatInterval, quantity, type Scale } from '@/lib/format/unit'
import { hasInterval, intervalName, modesText } from '@/lib/metric_words'
import layout from '../results/layout.module.css'
import { extremesText, receiversOf, timesName, type Receiver } from '../results/receivers'
import { TableRegion } from '../results/table_region'

/** Rate and latency of each federate that receives: medians of the repeats, with their intervals. */
export function ReceiversCard({ run }: { run: RunDocument }) {
  const rows = receiversOf(run.metrics)
  if (rows.length === 0) return null
  const times = timesName(run.metrics.map(({ name }) => name))
  const figures = rows.map(({ federate, rate, p50 }) => ({
    federate,
    rate: rate?.median ?? Number.NaN,
    p50: p50?.median ?? Number.NaN,
  }))
  const columns: readonly DataColumn<Receiver>[] = [
    {
      key: 'federate',
      title: 'federate',
      cell: ({ federate }) => federate,
      sortBy: ({ federate }) => federate,
    },
    ...column(rows, 'rate', 'received'),
    ...column(rows, 'p50', `${times}, median`),
    ...column(rows, 'p99', `${times}, 99 %`),
  ]
  const repeats = Math.max(...rows.flatMap((row) => shown(row).map(({ values }) => values.length)))
  const ends = extremesText(figures, times)
  return (
    <Card
      title="Receivers"
      subtitle={`${plural(rows.length, 'federate')}, ${plural(repeats, 'repeat')}${repeats < 2 ? '' : spread(rows)}`}
    >
      {ends === null ? null : <p className={layout['note']}>{ends}</p>}
      <TableRegion dense label="Receivers">
        <DataTable
          caption="Rate and latency of each receiver"
          columns={columns}
          rows={rows}
          rowKey={({ federate }) => String(federate)}
        />
      </TableRegion>
    </Card>
  )
}

type Key = 'rate' | 'p50' | 'p99'

function shown({ rate, p50, p99 }: Receiver): SummaryMetric[] {
  return [rate, p50, p99].filter((metric) => metric !== null)
}

/** What stands beside the medians. */
function spread(rows: readonly Receiver[]): string {
  const certain = rows.some((row) => shown(row).some(({ interval }) => interval === 'confidence'))
  return certain ? ': median and 95 % interval' : ': median and range'
}

/** A column in one scale; none where no receiver has the figure. */
function column(rows: readonly Receiver[], key: Key, title: string): DataColumn<Receiver>[] {
  const metrics = rows.map((row) => row[key]).filter((metric) => metric !== null)
  const [first] = metrics
  if (first === undefined) return []
  const scale = commonScale(
    first.unit,
    metrics.map(({ median }) => median),
  )
  return [
    {
      key,
      title: scale.unit === '' ? title : `${title}, ${scale.unit}`,
      numeric: true,
      cell: (row) => <Figure metric={row[key]} scale={scale} />,
      sortBy: (row) => row[key]?.median ?? null,
    },
  ]
}

function Figure({ metric, scale }: { metric: SummaryMetric | null; scale: Scale }) {
  if (metric === null) return '–'
  const modes = modesText(metric)
  if (modes !== null) return <span title={modes}>two modes</span>
  return (
    <span title={hasInterval(metric) ? intervalName(metric) : 'one repeat'}>
      {quantity(metric.median, metric.unit, scale).text}
      {hasInterval(metric) ? (
        <span className={layout['beside']}>
          {' '}
          ({formatInterval(metric.low, metric.high, metric.unit, { ...scale, unit: '' })})
        </span>
      ) : null}
    </span>
  )
}
