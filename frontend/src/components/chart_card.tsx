import { useRef, useState, type ReactNode } from 'react'
import { csvText, type Cell } from '@/lib/csv'
import { download } from '@/lib/download'
import { framedPicture, type PictureName } from '@/lib/framed_picture'
import { Button } from './button'
import { Card } from './card'
import styles from './chart_card.module.css'
import { DataTable } from './data_table'
import { PictureContext, PictureNames, type PictureOf, type PictureOffers } from './engine_view'
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
  const offered = useRef(new Offered())
  const [offers] = useState<PictureOffers>(() => ({
    part: (part_title, picture) => offered.current.addPart(part_title, picture),
    names: (names) => offered.current.addNames(names),
  }))
  const toaster = useToaster()
  const exportCsv = () => {
    const { columns, rows } = table()
    const header = columns.map((column) => (column.unit ? `${column.title} [${column.unit}]` : column.title))
    download(new Blob([csvText(header, rows)], { type: 'text/csv' }), `${file_name}.csv`)
  }
  const exportPicture = (format: 'svg' | 'png') => {
    const words = typeof subtitle === 'string' ? subtitle : ''
    offered.current.file(format, title, words).then(
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
      <PictureContext value={offers}>
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

/** What the charts and legends of a card offer for export, in the order of the page. */
class Offered {
  readonly #parts = new Set<{ readonly title: string; readonly picture: PictureOf }>()
  readonly #names = new Set<readonly PictureName[]>()

  addPart(title: string, picture: PictureOf): () => void {
    const part = { title, picture }
    this.#parts.add(part)
    return () => this.#parts.delete(part)
  }

  addNames(names: readonly PictureName[]): () => void {
    this.#names.add(names)
    return () => this.#names.delete(names)
  }

  /** Null while there is nothing to show. */
  async file(format: 'svg' | 'png', title: string, subtitle: string): Promise<Blob | null> {
    const made = await Promise.all(
      [...this.#parts].map(async (part) => ({ title: part.title, picture: await part.picture() })),
    )
    const parts = made.flatMap(({ title: part_title, picture }) =>
      picture === null ? [] : [{ title: part_title, picture }],
    )
    if (parts.length === 0) return null
    const style = getComputedStyle(document.documentElement)
    const token = (name: string) => style.getPropertyValue(name).trim()
    const look = {
      surface: token('--surface') || '#ffffff',
      ink: token('--ink') || '#18202b',
      ink_2: token('--ink-2') || '#4b5665',
      font: token('--font') || 'sans-serif',
      resolve: (colour: string) => {
        const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1]
        return name === undefined ? colour : token(name) || '#66707d'
      },
    }
    const page = document.querySelector('h1')?.textContent ?? ''
    return framedPicture(format, { title, subtitle, page, names: [...this.#names].flat(), look }, parts)
  }
}

/** What the colours mean, where labels do not stand on the lines. */
export function Legend({ entries }: { entries: readonly { label: string; colour: string; dashed?: boolean }[] }) {
  return (
    <div className={styles['legend']}>
      <PictureNames names={entries} />
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
