import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import type { GroupDocument, PublishedTable, SpeedUpChart, SuiteChart } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Legend } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { ErrorNotice } from '@/components/notice'
import { HeatMap } from '@/viz/heat_map'
import { Forest } from '@/viz/forest'
import { StackedBars } from '@/viz/stacked_bars'
import { XyChart } from '@/viz/xy_chart'
import { ChartFrame } from './chart_frame'
import { cellTable, speedUpTable } from './chart_table'
import { FiguresTable } from './figures_table'
import styles from './groups.module.css'
import { cellsOf, measuredRepeats } from './group_values'
import { gainPanels, gainTable } from './gain_panels'
import { linePanels, type Panel } from './line_panels'
import { breakdownPanels, heatPanels, namedSpeedUps, speedUpChart } from './other_panels'
import { modesNote, speedUpNote } from './modes_note'
import { lookedUp, type Looked } from './published_curves'
import { ResultsTable } from './results_table'
import { SerialFractions } from './serial_fractions'
import { TracesCard } from './traces_card'

interface GroupChartProps {
  group: GroupDocument
  chart: SuiteChart
  published: readonly PublishedTable[]
  controls?: ReactNode
}

/** One chart of a sweep or suite, of whatever kind, with its numbers as a table and export. */
export function GroupChart({ group, chart, published, controls }: GroupChartProps) {
  if (chart.kind === 'speedup')
    return <SpeedUpCard group={group} chart={chart} published={published} controls={controls} />
  if (chart.kind === 'traces') return <TracesCard group={group} chart={chart} controls={controls} />
  const cells = cellsOf(group, chart.items)
  const metrics = 'metrics' in chart ? chart.metrics : 'metric' in chart ? [chart.metric] : chart.columns
  return (
    <ChartFrame
      group={group}
      chart={chart}
      controls={controls}
      table={() => (chart.kind === 'gains' ? gainTable(group, chart) : cellTable(group, cells, metrics))}
      pictures={chart.kind === 'table' ? [] : undefined}
    >
      {chart.kind === 'table' ? (
        <TableOf group={group} chart={chart} published={published} />
      ) : (
        <Drawing group={group} chart={chart} published={published} />
      )}
      {chart.kind === 'breakdown' ? <BreakdownLegend group={group} chart={chart} /> : null}
      {chart.kind === 'gains' ? <GainsLegend expected={chart.published.length > 0} /> : null}
    </ChartFrame>
  )
}

type Table = SuiteChart & { kind: 'table' }

/** A row for each cell; of a single one, a row for each figure, with what was published beside. */
function TableOf({
  group,
  chart,
  published,
}: {
  group: GroupDocument
  chart: Table
  published: readonly PublishedTable[]
}) {
  const cells = cellsOf(group, chart.items)
  const [only] = cells
  const beside = useMemo(() => lookedUp(chart.beside, published), [chart, published])
  return (
    <>
      {only !== undefined && cells.length === 1 ? (
        <FiguresTable group={group} cell={only} metrics={chart.columns} beside={beside} />
      ) : (
        <ResultsTable group={group} cells={cells} metrics={chart.columns} rows={chart.rows} beside={beside} />
      )}
      <PublishedSources beside={beside} />
    </>
  )
}

/** Whose figures stand beside the measured ones. */
function PublishedSources({ beside }: { beside: readonly Looked[] }) {
  const entries = [...new Set(beside.map((curve) => curve.source))]
  return (
    <Legend
      entries={entries.map((source) => ({ label: `published: ${source}`, colour: 'var(--brass)', dashed: true }))}
    />
  )
}

function BreakdownLegend({ group, chart }: { group: GroupDocument; chart: SuiteChart & { kind: 'breakdown' } }) {
  const row = breakdownPanels(group, chart)[0]?.data.rows[0]
  return <Legend entries={row?.segments ?? []} />
}

function GainsLegend({ expected }: { expected: boolean }) {
  return (
    <Legend
      entries={[
        { label: 'measured, with interval', colour: 'var(--node-1)' },
        ...(expected ? [{ label: 'expected by the study', colour: 'var(--brass)' }] : []),
      ]}
    />
  )
}

type DrawnChart = Exclude<SuiteChart, { kind: 'speedup' | 'table' | 'traces' }>

function Drawing({
  group,
  chart,
  published,
}: {
  group: GroupDocument
  chart: DrawnChart
  published: readonly PublishedTable[]
}) {
  const beside = useMemo(() => lookedUp(chart.beside, published), [chart, published])
  const panels = useMemo((): readonly Panel<unknown>[] => {
    switch (chart.kind) {
      case 'lines':
        return linePanels(group, chart, beside)
      case 'heat':
        return heatPanels(group, chart)
      case 'breakdown':
        return breakdownPanels(group, chart)
      case 'gains':
        return gainPanels(group, chart, published)
    }
  }, [group, chart, beside, published])
  if (panels.length === 0) return <p className={styles['nothing']}>Nothing of this has been measured yet.</p>
  return (
    <>
      <div className={panels.length > 1 ? styles['panels'] : undefined}>
        {panels.map((panel) => (
          <figure key={panel.key} className={styles['panel']}>
            {panel.title === '' ? null : <figcaption>{panel.title}</figcaption>}
            <PanelView kind={chart.kind} title={panel.title} data={panel.data} />
          </figure>
        ))}
      </div>
      {chart.kind === 'lines' ? <PublishedSources beside={beside} /> : null}
      <ModesNote group={group} chart={chart} />
    </>
  )
}

/** Which points of a chart have two modes. */
function ModesNote({ group, chart }: { group: GroupDocument; chart: DrawnChart }) {
  return <Note text={chart.kind === 'gains' ? null : modesNote(group, chart)} />
}

function Note({ text }: { text: string | null }) {
  return text === null ? null : <p className={styles['caption']}>{text}</p>
}

function PanelView({ kind, title, data }: { kind: DrawnChart['kind']; title: string; data: unknown }) {
  // A panel's data belong to its kind: made together in Drawing.
  switch (kind) {
    case 'lines':
      return (
        <EngineView key={kind} title={title} make={() => new XyChart()} data={data as Parameters<XyChart['push']>[0]} />
      )
    case 'heat':
      return (
        <EngineView key={kind} title={title} make={() => new HeatMap()} data={data as Parameters<HeatMap['push']>[0]} />
      )
    case 'breakdown':
      return (
        <EngineView
          key={kind}
          title={title}
          make={() => new StackedBars()}
          data={data as Parameters<StackedBars['push']>[0]}
        />
      )
    case 'gains':
      return (
        <EngineView key={kind} title={title} make={() => new Forest()} data={data as Parameters<Forest['push']>[0]} />
      )
  }
}

function SpeedUpCard({ group, chart, controls }: GroupChartProps & { chart: SpeedUpChart }) {
  const asked = useQuery({
    ...queries.speedUp(
      group.summary.id,
      { x: chart.x, metric: chart.metric, series: chart.series, item: chart.items },
      String(measuredRepeats(group)),
    ),
    placeholderData: keepPreviousData,
  })
  const speed_ups = useMemo(
    () => (asked.data === undefined ? undefined : namedSpeedUps(group, chart.series, asked.data)),
    [asked.data, chart.series, group],
  )
  const data = useMemo(() => (speed_ups === undefined ? null : speedUpChart(speed_ups)), [speed_ups])
  const drawn = data?.series.some((series) => series.points.length > 0) === true
  return (
    <ChartFrame
      group={group}
      chart={chart}
      controls={controls}
      table={() => (speed_ups === undefined ? { columns: [], rows: [] } : speedUpTable(speed_ups))}
    >
      {asked.error === null ? null : (
        <ErrorNotice title="Speed-up unavailable" error={asked.error} onRetry={() => void asked.refetch()} />
      )}
      {data !== null && drawn ? (
        <>
          <EngineView make={() => new XyChart()} data={data} />
          <Legend
            entries={[
              { label: 'measured, with 95 % interval', colour: 'var(--node-1)' },
              { label: 'Amdahl’s law, fitted', colour: 'var(--node-1)', dashed: true },
              { label: 'ideal', colour: 'var(--ink-3)', dashed: true },
            ]}
          />
          <SerialFractions speed_ups={speed_ups} />
          <Note text={speed_ups === undefined ? null : speedUpNote(speed_ups)} />
        </>
      ) : asked.error === null ? (
        <p className={styles['nothing']}>{asked.isPending ? 'Fitting…' : 'Nothing of this has been measured yet.'}</p>
      ) : null}
    </ChartFrame>
  )
}
