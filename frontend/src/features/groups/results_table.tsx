import { Link } from '@tanstack/react-router'
import type { GroupCell, GroupDocument } from '@/api/contracts'
import { DataTable, type DataColumn } from '@/components/data_table'
import { StatePill } from '@/components/state_pill'
import { formatNumber } from '@/lib/format/number'
import { commonScale, formatInterval, formatQuantity, unitLabel, type Scale } from '@/lib/format/unit'
import { modeFigures, modesOverTime } from '@/lib/metric_words'
import { inSentence } from '@/lib/terms'
import { axisOf, cellValue, metricOf, valueText, varyingAxes } from './group_values'
import { fits, type Looked } from './published_curves'
import styles from './groups.module.css'

interface ResultsTableProps {
  group: GroupDocument
  cells: readonly GroupCell[]
  /** Names of the metrics, one column each. */
  metrics: readonly string[]
  /** Paths of the parameters that name a row; empty: all that vary. */
  rows?: readonly string[]
  /** Published figures, in columns beside their metric; those of no cell in particular have rows of their own below. */
  beside?: readonly Looked[]
}

/** Metrics of every cell: median, and its interval below. */
export function ResultsTable({ group, cells, metrics, rows = [], beside = [] }: ResultsTableProps) {
  const axes = rows.length === 0 ? varyingAxes(group, cells) : rows.flatMap((path) => axisOf(group, path) ?? [])
  const with_items = new Set(cells.map((cell) => cell.item)).size > 1
  const titles = new Map(group.suite?.items.map((item) => [item.name, item.title]))
  const columns: DataColumn<GroupCell>[] = [
    {
      key: 'run',
      title: 'run',
      cell: (cell) => (
        <Link to="/runs/$id" params={{ id: cell.run.id }}>
          {cell.run.number}
        </Link>
      ),
      sortBy: (cell) => cell.run.number,
    },
    {
      key: 'state',
      title: 'state',
      cell: (cell) => <RunState cell={cell} />,
      sortBy: (cell) => cell.run.state,
    },
    ...(with_items
      ? [
          {
            key: 'item',
            title: 'item',
            cell: (cell: GroupCell) => titles.get(cell.item) ?? cell.item,
            sortBy: (cell: GroupCell) => cell.item,
          },
        ]
      : []),
    ...(axes.length === 0
      ? [{ key: 'label', title: 'cell', cell: (cell: GroupCell) => cell.label }]
      : axes.map((axis): DataColumn<GroupCell> => ({
          key: axis.path,
          title: axis.unit === '' ? inSentence(axis.title) : `${inSentence(axis.title)}, ${unitLabel(axis.unit)}`,
          numeric: axis.numeric,
          cell: (cell) => valueText(axis, cellValue(group, cell, axis.path)),
          sortBy: (cell) => {
            const value = cellValue(group, cell, axis.path)
            return value !== null && axis.numeric ? Number(value) : value
          },
        }))),
    ...metrics.flatMap((name): DataColumn<GroupCell>[] => {
      const head = group.metrics.find((metric) => metric.name === name)
      if (head === undefined) return []
      // One unit for a column: 900 µs above 1.1 ms reads as the larger.
      const scale = commonScale(
        head.unit,
        cells.flatMap((cell) => metricOf(cell, name)?.median ?? []),
      )
      return [
        {
          key: name,
          title: head.title,
          numeric: true,
          cell: (cell) => <MetricCell cell={cell} name={name} scale={scale} />,
          sortBy: (cell) => metricOf(cell, name)?.median ?? null,
        },
        ...beside.flatMap((curve, at) => publishedColumn(group, name, curve, at)),
      ]
    }),
  ]
  return (
    // Scrolls, so the keyboard must reach it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['results']} tabIndex={0} role="region" aria-label="Results, table">
      <DataTable caption="Results of each cell" columns={columns} rows={cells} rowKey={(cell) => String(cell.cell)} />
      <PublishedRows group={group} metrics={metrics} beside={beside} />
    </div>
  )
}

/** What a curve says of cells that its conditions name; nothing if it says nothing of this metric. */
function publishedColumn(group: GroupDocument, metric: string, curve: Looked, at: number): DataColumn<GroupCell>[] {
  const figures = curve.figures.filter((figure) => figure.metric === metric && figure.where.length > 0)
  if (figures.length === 0) return []
  const of = (cell: GroupCell) => figures.find((figure) => fits(group, cell, figure.where))
  return [
    {
      key: `published ${metric} ${at}`,
      title: <span className={styles['brass']}>{`${curve.title}, ${curve.unit}`}</span>,
      numeric: true,
      cell: (cell) => <span className={styles['brass']}>{numberText(of(cell)?.value)}</span>,
      sortBy: (cell) => of(cell)?.value ?? null,
    },
  ]
}

function numberText(value: number | undefined): string {
  return value === undefined ? '–' : formatNumber(value)
}

/** Published figures that belong to no cell: a row for each curve, under the metrics that they stand beside. */
function PublishedRows({
  group,
  metrics,
  beside,
}: {
  group: GroupDocument
  metrics: readonly string[]
  beside: readonly Looked[]
}) {
  const free = beside.flatMap((curve) => {
    const figures = curve.figures.filter((figure) => figure.where.length === 0 && metrics.includes(figure.metric))
    return figures.length === 0 ? [] : [{ ...curve, figures }]
  })
  if (free.length === 0) return null
  const named = metrics.filter((name) => free.some((curve) => curve.figures.some((figure) => figure.metric === name)))
  const title = (name: string) => group.metrics.find((metric) => metric.name === name)?.title ?? name
  const of = (curve: Looked, name: string) => curve.figures.find((figure) => figure.metric === name)
  return (
    <DataTable
      caption="Published figures"
      columns={[
        { key: 'whose', title: 'published', cell: (curve) => `${curve.title}, ${curve.unit}` },
        ...named.map((name): DataColumn<Looked> => ({
          key: name,
          title: title(name),
          numeric: true,
          cell: (curve) => <span className={styles['brass']}>{numberText(of(curve, name)?.value)}</span>,
        })),
      ]}
      rows={free}
      rowKey={(curve, at) => `${curve.title} ${at}`}
    />
  )
}

function RunState({ cell: { run } }: { cell: GroupCell }) {
  const part = run.repeats > 1 && run.state !== 'done' && run.progress > 0 ? `${Math.round(run.progress * 100)} %` : ''
  return (
    <span className={styles['state']} title={run.failure?.message}>
      <StatePill state={run.state} />
      {part === '' ? null : <small>{part}</small>}
    </span>
  )
}

export function MetricCell({ cell, name, scale }: { cell: GroupCell; name: string; scale: Scale }) {
  const metric = metricOf(cell, name)
  if (metric === undefined) {
    return (
      <span className={styles['metric']}>
        <span className={styles['nothing']}>–</span>
        <small>{'\u00a0'}</small>
      </span>
    )
  }
  const { values, low, high, median, unit } = metric
  const modes = modeFigures(metric) ?? modesOverTime(metric, cell.window_modes)
  return (
    <span className={styles['metric']}>
      {modes === null ? formatQuantity(median, unit, scale) : 'two modes'}
      <small>{modes ?? (values.length > 1 && high > low ? formatInterval(low, high, unit, scale) : '\u00a0')}</small>
    </span>
  )
}
