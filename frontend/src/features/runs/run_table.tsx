import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import type { GroupSummary, RunSummary } from '@/api/contracts'
import { Icon } from '@/components/icon'
import { classNames } from '@/lib/class_names'
import { rowKey, type ListRow } from './list_rows'
import type { RunColumn } from './run_columns'
import styles from './runs.module.css'

const ROW_HEIGHT = 40
/** Of a row of two lines, in px; as in the style sheet. */
const NARROW_ROW_HEIGHT = 64

interface RunTableProps {
  rows: readonly ListRow[]
  total: number
  columns: readonly RunColumn[]
  /** Each row is two lines: the first two columns above the others. */
  narrow: boolean
  sort: string | undefined
  selected: ReadonlySet<string>
  onSort: (sort: string | undefined) => void
  /** With Shift, everything from the last one chosen. */
  onSelect: (run: RunSummary, on: boolean, range: boolean) => void
  onSelectGroup: (group: GroupSummary, on: boolean) => void
  onSelectAll: (on: boolean) => void
  onOpen: (group: GroupSummary, open: boolean) => void
  /** The end of what is loaded is near. */
  onEnd: () => void
  menu: (run: RunSummary) => React.ReactNode
}

/** Thousands of rows, of which only those in sight exist. */
export function RunTable({
  rows: listed,
  total,
  columns,
  narrow,
  sort,
  selected,
  onSort,
  onSelect,
  onSelectGroup,
  onSelectAll,
  onOpen,
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
    count: listed.length,
    estimateSize: () => (narrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT),
    overscan: 12,
    scrollMargin: offset,
    getItemKey: (index) => (listed[index] === undefined ? index : rowKey(listed[index])),
  })
  useEffect(() => virtualizer.measure(), [virtualizer, narrow])
  const rows = virtualizer.getVirtualItems()
  const last = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (listed.length > 0 && last >= listed.length - 30) onEnd()
  }, [last, listed.length, onEnd])

  // Rows of sweeps and suites also have a button that opens them, at the cost of the name.
  const has_groups = listed.some((row) => row.kind === 'group')
  const template = [
    has_groups ? '62px' : '36px',
    ...columns.map(({ width }) => (width === null ? `minmax(${has_groups ? 154 : 180}px, 1fr)` : `${width}px`)),
    '40px',
  ]
  const style = narrow ? {} : { gridTemplateColumns: template.join(' ') }
  const all_selected = listed.length > 0 && listed.every((row) => selected.has(rowKey(row)))
  const turn = (key: string) => onSort(sort === key ? `-${key}` : sort === `-${key}` ? undefined : key)
  return (
    <div
      role="table"
      aria-label="Runs"
      aria-rowcount={total + 1}
      className={classNames(styles['table'], narrow && styles['narrow'])}
    >
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
                  <button type="button" title={column.title} onClick={() => turn(column.key)}>
                    <span className={styles['title']}>{column.title}</span>
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
          const row = listed[item.index]
          if (row === undefined) return null
          const place = { ...style, transform: `translateY(${item.start - offset}px)` }
          return row.kind === 'group' ? (
            <GroupRow
              key={item.key}
              index={item.index}
              group={row.group}
              open={row.open}
              columns={columns}
              style={place}
              selected={selected.has(row.group.id)}
              onSelect={onSelectGroup}
              onOpen={onOpen}
            />
          ) : (
            <RunRow
              key={item.key}
              index={item.index}
              run={row.run}
              nested={row.nested}
              columns={columns}
              style={place}
              selected={selected.has(row.run.id)}
              onSelect={onSelect}
              menu={menu}
            />
          )
        })}
      </div>
    </div>
  )
}

interface RowProps {
  index: number
  columns: readonly RunColumn[]
  style: React.CSSProperties
}

interface RunRowProps extends RowProps, Pick<RunTableProps, 'onSelect' | 'menu'> {
  run: RunSummary
  /** It stands below its sweep or suite. */
  nested: boolean
  selected: boolean
}

function RunRow({ index, run, nested, columns, style, selected, onSelect, menu }: RunRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classNames(styles['row'], selected && styles['selected'], nested && styles['nested'])}
      style={style}
    >
      <span role="cell" className={styles['pick']}>
        <input
          type="checkbox"
          aria-label={`Select run ${run.number}`}
          checked={selected}
          onChange={() => undefined}
          onClick={(event) => onSelect(run, !selected, event.shiftKey)}
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
}

interface GroupRowProps extends RowProps, Pick<RunTableProps, 'onOpen'> {
  group: GroupSummary
  open: boolean
  selected: boolean
  onSelect: RunTableProps['onSelectGroup']
}

/** A sweep or suite as one row, whose checkbox stands for all its runs; its runs come below when it is opened. */
function GroupRow({ index, group, open, selected, columns, style, onSelect, onOpen }: GroupRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classNames(styles['row'], styles['group'], selected && styles['selected'])}
      style={style}
    >
      <span role="cell" className={styles['pick']}>
        <input
          type="checkbox"
          aria-label={`Select ${group.kind} ${group.number}`}
          checked={selected}
          onChange={(event) => onSelect(group, event.target.checked)}
        />
        <button
          type="button"
          className={styles['open']}
          aria-expanded={open}
          aria-label={`Runs of ${group.kind} ${group.number}`}
          onClick={() => onOpen(group, !open)}
        >
          <Icon name={open ? 'chevron_down' : 'chevron_right'} size={14} />
        </button>
      </span>
      {columns.map((column) => (
        <span key={column.key} role="cell" className={classNames(column.numeric && styles['right'])}>
          {column.groupCell?.(group)}
        </span>
      ))}
      <span role="cell" />
    </div>
  )
}
