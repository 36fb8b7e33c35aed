import type { PublishedTable } from '@/api/contracts'
import { formatNumber } from '@/lib/format/number'
import { columnsOf, sourceText, words } from './published'
import styles from './reference.module.css'

/** A published table as it stands in its source, with where that is. */
export function PublishedTableView({ table }: { table: PublishedTable }) {
  const { figures } = columnsOf(table)
  return (
    <div className={styles['published']}>
      {/* Scrolls, so the keyboard must reach it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['scroll']} tabIndex={0} role="region" aria-label={`${table.title}, published`}>
        <table className={styles['table']}>
          <caption className="unseen">
            {table.title}, published: {sourceText(table)}
          </caption>
          <thead>
            <tr>
              {table.columns.map((column, at) => (
                <th key={column} scope="col" className={figures.includes(at) ? styles['right'] : undefined}>
                  {words(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, index) => (
              <tr key={index}>
                {row.map((value, at) => (
                  <td key={table.columns[at] ?? at} className={figures.includes(at) ? styles['right'] : undefined}>
                    {cellText(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles['source']}>
        Published: {sourceText(table)}. Unit: {table.unit}.
        {table.platforms.length > 0 ? ` Measured on ${table.platforms.join('; ')}.` : ''}
        {table.note === '' ? '' : ` ${table.note}`}
      </p>
    </div>
  )
}

function cellText(value: string | number | null): string {
  if (value === null) return '–'
  return typeof value === 'number' ? formatNumber(value, 4) : words(value)
}
