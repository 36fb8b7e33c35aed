import { useCallback, useRef, useState, type ReactNode } from 'react'
import { csvText, type Cell } from '@/lib/csv'
import { download } from '@/lib/download'
import { Button } from './button'
import { Card } from './card'
import styles from './chart_card.module.css'
import { DataTable } from './data_table'
import { PictureContext, type OfferPicture, type PictureOf } from './engine_view'
import { Popover } from './popover'
import { useToaster } from './toasts'

export interface ChartColumn {
  readonly title: string
  /** Goes into the CSV's header. */
  readonly unit?: string
  readonly numeric?: boolean
  readonly format?: (value: Cell) => ReactNode
}

/** The numbers behind a chart, unrounded and in base units: shown as a table and exported. */
export interface ChartTable {
  readonly columns: readonly ChartColumn[]
  readonly rows: readonly (readonly Cell[])[]
}

interface ChartCardProps {
  title: string
  subtitle?: ReactNode
  /** Of exported files, without ending. */
  file_name: string
  /** Made when it is asked for: live charts change all the time. */
  table: () => ChartTable
  pictures?: readonly ('svg' | 'png')[]
  /** A word or button more, before those of every chart. */
  tools?: ReactNode
  /** What is shown: a row of its own above the chart. */
  controls?: ReactNode
  children: ReactNode
}

/** A chart with what every chart has: its numbers as a table, and export. */
export function ChartCard({
  title,
  subtitle,
  file_name,
  table,
  pictures = ['svg', 'png'],
  tools,
  controls,
  children,
}: ChartCardProps) {
  const [shows_table, setShowsTable] = useState(false)
  const picture = useRef<PictureOf | null>(null)
  const offer = useCallback<OfferPicture>((offered) => {
    picture.current = offered
    return () => {
      if (picture.current === offered) picture.current = null
    }
  }, [])
  const toaster = useToaster()
  const exportCsv = () => {
    const { columns, rows } = table()
    const header = columns.map((column) => (column.unit ? `${column.title} [${column.unit}]` : column.title))
    download(new Blob([csvText(header, rows)], { type: 'text/csv' }), `${file_name}.csv`)
  }
  const exportPicture = (format: 'svg' | 'png') => {
    Promise.resolve(picture.current?.(format) ?? null).then(
      (file) => {
        if (file === null) toaster.say('There is no chart to export yet.')
        else download(file, `${file_name}.${format}`)
      },
      (error: unknown) => toaster.fail('The picture could not be made', error),
    )
  }
  return (
    <Card
      title={title}
      subtitle={subtitle}
      tools={
        <>
          {tools}
          <Button small variant="quiet" aria-pressed={shows_table} onClick={() => setShowsTable((now) => !now)}>
            {shows_table ? 'Chart' : 'Table'}
          </Button>
          <Popover label="Export" small variant="quiet" aria-label={`Export ${title}`}>
            <div className={styles['export']}>
              <Button small variant="quiet" onClick={exportCsv}>
                CSV, full precision
              </Button>
              {shows_table
                ? null
                : pictures.map((format) => (
                    <Button key={format} small variant="quiet" onClick={() => exportPicture(format)}>
                      {format.toUpperCase()} picture
                    </Button>
                  ))}
            </div>
          </Popover>
        </>
      }
    >
      {controls === undefined ? null : <div className={styles['controls']}>{controls}</div>}
      <PictureContext value={offer}>
        {shows_table ? <TableView caption={title} table={table()} /> : children}
      </PictureContext>
    </Card>
  )
}

function TableView({ caption, table }: { caption: string; table: ChartTable }) {
  return (
    // Scrolls, so the keyboard must reach it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['table']} tabIndex={0} role="region" aria-label={`${caption}, table`}>
      <DataTable
        caption={caption}
        columns={table.columns.map((column, at) => ({
          key: String(at),
          title: column.unit && column.format === undefined ? `${column.title}, ${column.unit}` : column.title,
          numeric: column.numeric ?? false,
          cell: (row: readonly Cell[]) => (column.format ? column.format(row[at] ?? null) : String(row[at] ?? '–')),
        }))}
        rows={table.rows}
        rowKey={(_, index) => String(index)}
      />
    </div>
  )
}

/** What the colours mean, where labels do not stand on the lines. */
export function Legend({ entries }: { entries: readonly { label: string; colour: string; dashed?: boolean }[] }) {
  return (
    <div className={styles['legend']}>
      {entries.map(({ label, colour, dashed }) => (
        <span key={label}>
          <i
            className={dashed ? styles['dashed'] : undefined}
            style={dashed ? { color: colour } : { background: colour }}
          />
          {label}
        </span>
      ))}
    </div>
  )
}
