import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queries } from '@/api/queries'
import type { RunDocument } from '@/api/contracts'
import { Card } from '@/components/card'
import { ChartCard } from '@/components/chart_card'
import { Chip } from '@/components/chip'
import { EngineView } from '@/components/engine_view'
import { ErrorNotice } from '@/components/notice'
import { Segmented } from '@/components/segmented'
import { XyChart } from '@/viz/xy_chart'
import styles from './language_report.module.css'
import { chartOf, studyFigures } from './study_figures'
import { studyTables, type StudyTable } from './study_tables'

/** The study's figures and tables of its modelling language, measured again. */
export function LanguageReport({ run }: { run: RunDocument }) {
  const reference = useQuery(queries.reference())
  const published = useMemo(() => reference.data?.items ?? [], [reference.data])
  if (run.metrics.length === 0) return null
  return (
    <>
      <FiguresCard run={run} published={published} />
      <Card
        title="The study’s tables, measured here"
        subtitle={<Chip tone="brass">published: context, never a mark</Chip>}
      >
        {reference.isError ? (
          <ErrorNotice
            title="The published figures could not be loaded"
            error={reference.error}
            onRetry={() => void reference.refetch()}
          />
        ) : null}
        <div className={styles['tables']}>
          {studyTables(run.metrics, published).map((table) => (
            <TableOf key={table.where} table={table} />
          ))}
        </div>
      </Card>
    </>
  )
}

type Tables = Parameters<typeof chartOf>[2]

function FiguresCard({ run, published }: { run: RunDocument; published: Tables }) {
  const figures = useMemo(() => studyFigures(run.metrics), [run.metrics])
  const [chosen, setChosen] = useState('6.5')
  const figure = figures.find((one) => one.id === chosen) ?? figures[0]
  const data = useMemo(
    () => (figure === undefined ? null : chartOf(figure, run.metrics, published)),
    [figure, run.metrics, published],
  )
  if (figure === undefined || data === null) return null
  return (
    <ChartCard
      title={`Figure ${figure.id}: ${figure.title}`}
      subtitle="median of the repeats"
      file_name={`run-${run.summary.number}-figure-${figure.id}`}
      table={() => ({
        columns: [
          { title: figure.x_label === '' ? 'figure' : figure.x_label },
          { title: 'series' },
          { title: 'median', unit: 'ns', numeric: true },
          { title: 'low', unit: 'ns', numeric: true },
          { title: 'high', unit: 'ns', numeric: true },
        ],
        rows: data.series.flatMap((line) =>
          line.points.map((point) => [
            data.categories?.[point.x] ?? point.x,
            line.label,
            point.y,
            point.low,
            point.high,
          ]),
        ),
      })}
      controls={
        <Segmented
          label="Figure of the study"
          value={figure.id}
          onChange={setChosen}
          options={figures.map(({ id, title }) => ({ value: id, label: id, title }))}
        />
      }
    >
      <EngineView make={() => new XyChart()} data={data} />
      <p className={styles['caption']}>{figure.caption}</p>
    </ChartCard>
  )
}

function TableOf({ table }: { table: StudyTable }) {
  return (
    <table className={styles['table']}>
      <caption>
        <strong>{table.title}</strong> <small>{table.where}</small>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">what</span>
          </th>
          <th scope="col">{table.measured_title}</th>
          {table.published_titles.map((title) => (
            <th key={title} scope="col" className={styles['published']}>
              {title}
            </th>
          ))}
          <th scope="col">{table.against_title}</th>
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <tr key={row.title}>
            <th scope="row">{row.title}</th>
            <td>
              <strong>{row.measured}</strong>
            </td>
            {row.published.map((text, index) => (
              <td key={table.published_titles[index]} className={styles['published']}>
                {text === '' ? '–' : text}
              </td>
            ))}
            <td>{row.against === '' ? '–' : row.against}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
