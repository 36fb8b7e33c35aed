import { Link } from '@tanstack/react-router'
import type { GroupCell, GroupDocument, PublishedTable } from '@/api/contracts'
import { commonScale, formatInterval, formatQuantity } from '@/lib/format/unit'
import { words } from '../reference/published'
import styles from './groups.module.css'
import { metricOf } from './group_values'
import { publishedRows } from './published_rows'

interface FiguresTableProps {
  group: GroupDocument
  cell: GroupCell
  /** Names of the metrics, one row each. */
  metrics: readonly string[]
  /** Tables whose rows bear names of metrics: their figures stand beside. */
  published: readonly PublishedTable[]
}

/** Metrics of a group's only cell below each other, what was published in columns beside. */
export function FiguresTable({ group, cell, metrics, published }: FiguresTableProps) {
  const beside = published.flatMap((table) => publishedRows(table, metrics) ?? [])
  const heads = beside.flatMap((rows) => rows.columns)
  return (
    // Scrolls, so the keyboard must reach it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['results']} tabIndex={0} role="region" aria-label="Figures, table">
      <table className={styles['figures']}>
        <caption className="unseen">Measured figures, and published ones beside</caption>
        <thead>
          <tr>
            <th scope="col">figure</th>
            <th scope="col" className={styles['right']}>
              measured, run{' '}
              <Link to="/runs/$id" params={{ id: cell.run.id }}>
                {cell.run.number}
              </Link>
            </th>
            {heads.map((head) => (
              <th key={head} scope="col" className={`${styles['right'] ?? ''} ${styles['brass'] ?? ''}`}>
                {words(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {metrics.map((name) => {
            const metric = metricOf(cell, name)
            const title = group.metrics.find((head) => head.name === name)?.title ?? words(name)
            const scale = metric === undefined ? undefined : commonScale(metric.unit, [metric.median])
            return (
              <tr key={name}>
                <th scope="row">{title}</th>
                <td className={styles['right']}>
                  {metric === undefined ? (
                    '–'
                  ) : (
                    <span className={styles['metric']}>
                      {formatQuantity(metric.median, metric.unit, scale)}
                      <small>
                        {metric.values.length > 1 && metric.high > metric.low
                          ? formatInterval(metric.low, metric.high, metric.unit, scale)
                          : '\u00a0'}
                      </small>
                    </span>
                  )}
                </td>
                {beside.flatMap((rows) =>
                  rows.columns.map((head, at) => {
                    const value = rows.values.get(name)?.[at] ?? null
                    return (
                      <td key={head} className={`${styles['right'] ?? ''} ${styles['brass'] ?? ''}`}>
                        {value === null ? '–' : formatQuantity(value, rows.unit)}
                      </td>
                    )
                  }),
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
