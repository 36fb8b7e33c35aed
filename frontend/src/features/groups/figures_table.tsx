import { Link } from '@tanstack/react-router'
import type { GroupCell, GroupDocument } from '@/api/contracts'
import { formatNumber } from '@/lib/format/number'
import { scaleFor } from '@/lib/format/unit'
import { metricScale } from '@/lib/metric_words'
import { words } from '../reference/published'
import styles from './groups.module.css'
import { metricOf } from './group_values'
import { MetricCell } from './results_table'
import { fits, type Looked } from './published_curves'

interface FiguresTableProps {
  group: GroupDocument
  cell: GroupCell
  /** Names of the metrics, one row each. */
  metrics: readonly string[]
  /** Published figures, a column for each curve. */
  beside: readonly Looked[]
}

/** Metrics of a group's only cell below each other, what was published in columns beside. */
export function FiguresTable({ group, cell, metrics, beside }: FiguresTableProps) {
  const of = (curve: Looked, name: string) =>
    curve.figures.find((figure) => figure.metric === name && fits(group, cell, figure.where))
  const shown = beside.filter((curve) => metrics.some((name) => of(curve, name) !== undefined))
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
            {shown.map((curve, at) => (
              <th key={at} scope="col" className={`${styles['right'] ?? ''} ${styles['brass'] ?? ''}`}>
                {`${curve.title}, ${curve.unit}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {metrics.map((name) => {
            const metric = metricOf(cell, name)
            const title = group.metrics.find((head) => head.name === name)?.title ?? words(name)
            const scale = metric === undefined ? scaleFor('', 0) : metricScale(metric)
            return (
              <tr key={name}>
                <th scope="row">{title}</th>
                <td className={styles['right']}>
                  <MetricCell cell={cell} name={name} scale={scale} />
                </td>
                {shown.map((curve, at) => {
                  const value = of(curve, name)?.value
                  return (
                    <td key={at} className={`${styles['right'] ?? ''} ${styles['brass'] ?? ''}`}>
                      {value === undefined ? '–' : formatNumber(value)}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
