import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import type { RunSummary } from '@/api/contracts'
import { Icon } from '@/components/icon'
import { classNames } from '@/lib/class_names'
import type { RunColumn } from './run_columns'
import styles from './runs.module.css'

export const ROW_HEIGHT = 40

interface RunTableProps {
  runs: readonly RunSummary[]
  total: number
  columns: readonly RunColumn[]
  sort: string | undefined
  selected: ReadonlySet<string>
  onSort: (sort: string | undefined) => void
  /** With Shift, everything from the last one chosen. */
  onSelect: (run: RunSummary, on: boolean, range: boolean) => void
  onSelectAll: (on: boolean) => void
  /** The end of what is loaded is near. */
  onEnd: () => void
  menu: (run: RunSummary) => React.ReactNode
}

/** Thousands of rows, of which only those in sight exist. */
export function RunTable({
  runs,
  total,
  columns,
  sort,
  selected,
  onSort,
  onSelect,
  onSelectAll,
  onEnd,
  menu,
}: RunTableProps) {
  const body = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  useEffect(() => {
    const measure = () => {
      if (body.current !== null) setOffset(Math.round(body.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    // What is above the table may change its height: a notice, a line of filters more.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: runs.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin: offset,
    getItemKey: (index) => runs[index]?.id ?? index,
  })
  const rows = virtualizer.getVirtualItems()
  const last = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (runs.length > 0 && last >= runs.length - 30) onEnd()
  }, [last, runs.length, onEnd])

  const template = [
    '36px',
    ...columns.map(({ width }) => (width === null ? 'minmax(180px, 1fr)' : `${width}px`)),
    '40px',
  ]
  const style = { gridTemplateColumns: template.join(' ') }
  const all_selected = runs.length > 0 && runs.every((run) => selected.has(run.id))
  const turn = (key: string) => onSort(sort === key ? `-${key}` : sort === `-${key}` ? undefined : key)
  return (
    <div role="table" aria-label="Runs" aria-rowcount={total + 1} className={styles['table']}>
      <div role="rowgroup" className={styles['thead']}>
        <div role="row" aria-rowindex={1} className={styles['row']} style={style}>
          <span role="columnheader" className={styles['pick']}>
            <input
              type="checkbox"
              aria-label="Select all loaded runs"
              checked={all_selected}
              onChange={(event) => onSelectAll(event.target.checked)}
            />
          </span>
          {columns.map((column) => {
            const direction = sort === column.key ? 'ascending' : sort === `-${column.key}` ? 'descending' : undefined
            return (
              <span
                key={column.key}
                role="columnheader"
                aria-sort={direction}
                className={classNames(column.numeric && styles['right'])}
              >
                {column.sortBy === undefined ? (
                  column.title
                ) : (
                  <button type="button" onClick={() => turn(column.key)}>
                    {column.title}
                    {direction === undefined ? null : (
                      <Icon name={direction === 'ascending' ? 'arrow_up' : 'arrow_down'} size={11} />
                    )}
                  </button>
                )}
              </span>
            )
          })}
          <span role="columnheader">
            <span className="unseen">Actions</span>
          </span>
        </div>
      </div>
      <div role="rowgroup" ref={body} className={styles['tbody']} style={{ height: virtualizer.getTotalSize() }}>
        {rows.map((item) => {
          const run = runs[item.index]
          if (run === undefined) return null
          const is_selected = selected.has(run.id)
          return (
            <div
              key={item.key}
              role="row"
              aria-rowindex={item.index + 2}
              className={classNames(styles['row'], is_selected && styles['selected'])}
              style={{ ...style, transform: `translateY(${item.start - offset}px)` }}
            >
              <span role="cell" className={styles['pick']}>
                <input
                  type="checkbox"
                  aria-label={`Select run ${run.number}`}
                  checked={is_selected}
                  onChange={() => undefined}
                  onClick={(event) => onSelect(run, !is_selected, event.shiftKey)}
                />
              </span>
              {columns.map((column) => (
                <span key={column.key} role="cell" className={classNames(column.numeric && styles['right'])}>
                  {column.cell(run)}
                </span>
              ))}
              <span role="cell">{menu(run)}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
