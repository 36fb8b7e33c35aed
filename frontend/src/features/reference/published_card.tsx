import { Link } from '@tanstack/react-router'
import type { PublishedTable } from '@/api/contracts'
import { Card } from '@/components/card'
import styles from './published_card.module.css'
import { PublishedTableView } from './published_table_view'

/** Published figures beside the measured ones: context, never a pass mark. */
export function PublishedCard({ tables }: { tables: readonly PublishedTable[] }) {
  if (tables.length === 0) return null
  return (
    <Card title="Published beside it" subtitle="context, never a pass mark">
      <div className={styles['tables']}>
        {tables.map((table) => (
          <details key={table.id} open={tables.length === 1}>
            <summary>
              <span className={styles['brass']}>{table.title}</span>
              <small>
                {table.where}, {table.year}
              </small>
            </summary>
            <PublishedTableView table={table} />
            <p>
              <Link to="/reference" search={{ table: table.id }}>
                Chart it under Reference
              </Link>
            </p>
          </details>
        ))}
      </div>
    </Card>
  )
}
