import { useMemo, useState } from 'react'
import type { PublishedTable } from '@/api/contracts'
import { Card } from '@/components/card'
import { ChartCard } from '@/components/chart_card'
import { Chip } from '@/components/chip'
import { EngineView } from '@/components/engine_view'
import { Segmented } from '@/components/segmented'
import { formatNumber } from '@/lib/format/number'
import { PublishedBars, type PublishedBarsData } from '@/viz/published_bars'
import { columnsOf, rowLabel, sourceText, words } from './published'
import { PublishedTableView } from './published_table_view'
import styles from './reference.module.css'

/** One published table, charted alone and as it stands. */
export function PublishedChart({ table }: { table: PublishedTable }) {
  const { figures } = columnsOf(table)
  const [logarithmic, setLogarithmic] = useState(() => spansDecades(table))
  const [column, setColumn] = useState('')
  const shown = useMemo(() => figures.filter((at) => column === '' || String(at) === column), [figures, column])
  const data = useMemo<PublishedBarsData>(
    () => ({
      label: `${table.title}, published`,
      columns: shown.map((at) => words(table.columns[at] ?? '')),
      rows: table.rows.map((row) => ({ label: rowLabel(table, row), values: shown.map((at) => numberOf(row[at])) })),
      logarithmic,
      format: (value) => formatNumber(value, 3),
    }),
    [table, shown, logarithmic],
  )
  return (
    <div className={styles['shown']}>
      <ChartCard
        title={table.title}
        subtitle={<Chip tone="brass">published {table.year}</Chip>}
        file_name={`published-${table.id}`}
        table={() => ({
          columns: table.columns.map((name, at) => ({ title: words(name), numeric: figures.includes(at) })),
          rows: table.rows,
        })}
        controls={
          <>
            {figures.length > 1 ? (
              <label>
                <span className="unseen">Figures</span>
                <select className={styles['select']} value={column} onChange={(event) => setColumn(event.target.value)}>
                  <option value="">all columns</option>
                  {figures.map((at) => (
                    <option key={at} value={at}>
                      {words(table.columns[at] ?? '')}
                    </option>
                  ))}
                </select>
              </label>
            ) : null}
            <Segmented
              label="Axis"
              value={logarithmic ? 'log' : 'linear'}
              onChange={(value) => setLogarithmic(value === 'log')}
              options={[
                { value: 'linear', label: 'Linear' },
                { value: 'log', label: 'Log' },
              ]}
            />
          </>
        }
      >
        <EngineView make={() => new PublishedBars()} data={data} />
        <p className={styles['source']}>
          {sourceText(table)}. Unit: {table.unit}.
          {table.platforms.length > 0 ? ` Measured on ${table.platforms.join('; ')}.` : ''}
        </p>
      </ChartCard>
      <Card title="As published" subtitle={table.where}>
        <PublishedTableView table={table} />
      </Card>
    </div>
  )
}

function numberOf(value: string | number | null | undefined): number | null {
  return typeof value === 'number' ? value : null
}

/** More than two decades apart: a linear axis would show nothing of the small ones. */
function spansDecades(table: PublishedTable): boolean {
  const values = table.rows.flat().filter((value) => typeof value === 'number' && value > 0) as number[]
  return (
    values.length > 1 &&
    Math.max(...values) / Math.min(...values) > 100 &&
    table.rows.flat().every((value) => typeof value !== 'number' || value > 0)
  )
}
