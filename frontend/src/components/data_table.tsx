import { useMemo, useRef, useState, type ReactNode } from 'react'
import { classNames } from '@/lib/class_names'
import { useScrolls } from '@/lib/use_scrolls'
import styles from './data_table.module.css'
import { Icon } from './icon'

export interface DataColumn<Row> {
  readonly key: string
  readonly title: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Numbers are right-aligned. */
  readonly numeric?: boolean
  /** Makes the column sortable. */
  readonly sortBy?: (row: Row) => number | string | null
}

interface DataTableProps<Row> {
  readonly caption: string
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row, index: number) => string
}

type Order = { readonly key: string; readonly descending: boolean } | null

function compare(a: number | string | null, b: number | string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), 'en', { numeric: true })
}

/** A table of tens or hundreds of rows; the first column heads its row. Thousands belong in a virtualised list. */
export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  const [order, setOrder] = useState<Order>(null)
  const shown = useMemo(() => {
    const sortBy = order === null ? undefined : columns.find((column) => column.key === order.key)?.sortBy
    if (order === null || sortBy === undefined) return rows
    const sign = order.descending ? -1 : 1
    return rows.toSorted((a, b) => sign * compare(sortBy(a), sortBy(b)))
  }, [columns, rows, order])

  const turn = (key: string) =>
    setOrder((now) =>
      now?.key !== key ? { key, descending: false } : now.descending ? null : { key, descending: true },
    )

  const frame = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(frame)
  return (
    // The keyboard must reach what scrolls, and stops nowhere else.
    <div
      ref={frame}
      className={styles['frame']}
      {...(scrolls ? { tabIndex: 0, role: 'region', 'aria-label': `${caption}, table` } : {})}
    >
      <table className={styles['table']}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => {
              const sorted = order?.key === column.key ? (order.descending ? 'descending' : 'ascending') : undefined
              return (
                <th
                  key={column.key}
                  scope="col"
                  aria-sort={sorted}
                  className={classNames(column.numeric && styles['right'])}
                >
                  {column.sortBy === undefined ? (
                    column.title
                  ) : (
                    <button type="button" className={styles['sort']} onClick={() => turn(column.key)}>
                      {column.title}
                      <Icon name={sorted === 'descending' ? 'arrow_down' : 'arrow_up'} size={11} />
                    </button>
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map((column, at) => {
                const className = classNames(column.numeric && styles['right'])
                return at === 0 ? (
                  <th key={column.key} scope="row" className={className}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} className={className}>
                    {column.cell(row)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
