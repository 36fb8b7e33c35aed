import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { RunDocument, Series } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { ChartCard } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { ErrorNotice, Notice } from '@/components/notice'
import { Segmented } from '@/components/segmented'
import { errorText } from '@/lib/error_text'
import { formatCount } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { PlotlyChart, type PlotlyData } from '@/viz/plotly'
import styles from './run.module.css'
import { workloadView } from '../results/registry'
import { zoomOf } from './run_search'
import { RepeatChoice, useShownRepeat } from './shown_repeat'
import {
  drawSeries,
  noteMarks,
  recordedShare,
  rowsFor,
  schemaOf,
  seriesPlan,
  wholeOf,
  type SeriesChoice,
  type SeriesFrame,
  type SeriesPlan,
} from './series_plan'
import { drawTracks, trackColumns, type DrawnTracks } from './tracks'

const POINTS = 2_000
/** More points than a chart has pixels only make it slow. */
const POINTS_OF_MANY = 600
const MANY_NODES = 4

/** A series over the whole run, to zoom into: finer rows are fetched for the part that is seen. */
export function SeriesCard({ run }: { run: RunDocument }) {
  const search = useSearch({ from: '/runs/$id' })
  const navigate = useNavigate({ from: '/runs/$id' })
  const [frame, setFrame] = useState<SeriesFrame>('window')
  const measured = run.repeats.filter((repeat) => repeat.started_at !== null)
  const repeat = useShownRepeat(run, measured)
  const schema = schemaOf(run, frame)
  if (schema === null || repeat === undefined) return null
  const plan = seriesPlan(schema)
  const choice = plan.choices.find((one) => one.key === search.series) ?? plan.choices[0]
  if (choice === undefined) return null
  const change = (part: { series?: string; zoom?: string | undefined }) =>
    void navigate({
      search: (now) => {
        const { zoom, ...rest } = { ...now, ...part }
        return zoom === undefined ? rest : { ...rest, zoom }
      },
      replace: true,
      resetScroll: false,
    })
  return (
    <SeriesChart
      // The zoom belongs to what is drawn; the axis starts again with another series of rows.
      key={`${frame} ${repeat.repeat}`}
      run={run}
      repeat={repeat.repeat}
      frame={frame}
      plan={plan}
      choice={choice}
      zoom={zoomOf(search.zoom)}
      onZoom={(range) =>
        change({ zoom: range === null ? undefined : range.map((value) => Math.max(0, value).toFixed(1)).join('-') })
      }
      tools={
        <>
          {schemaOf(run, 'samples') === null ? null : (
            <Segmented
              label="Rows"
              value={frame}
              onChange={(next) => {
                setFrame(next)
                change({ zoom: undefined })
              }}
              options={[
                { value: 'window', label: 'Windows' },
                { value: 'samples', label: 'Steps', title: 'Every recorded step' },
              ]}
            />
          )}
          <label>
            <span className="unseen">Series</span>
            <select
              className={styles['select']}
              value={choice.key}
              onChange={(event) => change({ series: event.target.value })}
            >
              {plan.choices.map((one) => (
                <option key={one.key} value={one.key}>
                  {one.title}
                </option>
              ))}
            </select>
          </label>
          <RepeatChoice run={run} repeats={measured} shown={repeat} />
        </>
      }
    />
  )
}

interface SeriesChartProps {
  run: RunDocument
  repeat: number
  frame: SeriesFrame
  plan: SeriesPlan
  choice: SeriesChoice
  zoom: readonly [number, number] | null
  onZoom: (range: readonly [number, number] | null) => void
  tools: React.ReactNode
}

function SeriesChart({ run, repeat, frame, plan, choice, zoom, onZoom, tools }: SeriesChartProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const points = run.nodes.length > MANY_NODES ? POINTS_OF_MANY : POINTS
  const filter = {
    repeat,
    frame,
    max_points: points,
    columns: [plan.x, choice.line, choice.high].filter((name) => name !== null).join(','),
  }
  const { whole, rows, items } = useRows(run, filter, plan.x, zoom)
  const first = whole.data?.items[0]
  const tracks = useTracks(run, repeat, zoom, points)
  const is_done = run.repeats.some((one) => one.repeat === repeat && one.state === 'done')
  const to_end = frame === 'window' && is_done && (rows === null || rows[1] >= (first?.total_rows ?? 0))
  const drawn = useMemo(() => drawSeries(run, items, choice, plan.x, to_end), [run, items, choice, plan.x, to_end])
  const data = useMemo<PlotlyData>(
    () => ({
      x_title: plan.x === null ? plan.x_title : workloadView(run).progress_unit,
      y_title: drawn.y_title,
      traces: plan.x === null || tracks === null ? drawn.traces : [...drawn.traces, ...tracks.traces],
      tracks: plan.x === null || tracks === null ? [] : tracks.tracks,
      whole: wholeOf(whole.data?.items ?? [], plan.x),
      revision: items.length,
      x_range: zoom,
      y_max: drawn.y_max,
      height: 340,
      marks: plan.x === null ? [] : noteMarks(run, repeat),
    }),
    [plan, run, repeat, drawn, tracks, items, whole.data, zoom],
  )
  const nothing = whole.data === undefined ? null : whyNoLine(items)
  const band =
    choice.high !== null ? 'line: median, band: to p99' : drawn.thinned ? 'line: mean, band: least to most' : ''
  return (
    <ChartCard
      title="Over the run"
      subtitle={[
        band,
        drawn.thinned ? `${formatCount(drawn.total_rows)} rows` : '',
        frame === 'samples' ? recordedShare(items) : '',
        drawn.y_max === null ? '' : 'peaks cut off: double click for all',
      ]
        .filter((part) => part !== '')
        .join(' · ')}
      file_name={`run-${run.summary.number}-${choice.key}-repeat-${repeat + 1}`}
      table={() => seriesTable(run, items, choice, plan)}
      controls={
        <>
          {zoom === null ? null : (
            <Button small onClick={() => onZoom(null)}>
              All
            </Button>
          )}
          {tools}
        </>
      }
    >
      {whole.error === null ? null : (
        <ErrorNotice title="The series could not be loaded" error={whole.error} onRetry={() => void whole.refetch()} />
      )}
      {nothing !== null ? (
        <p className={styles['quiet']}>{nothing}</p>
      ) : failure === null ? (
        <EngineView
          className={styles['plot']}
          make={() => new PlotlyChart({ onRange: onZoom }, (error) => setFailure(errorText(error).message))}
          data={data}
        />
      ) : (
        <Notice tone="bad" title="The chart could not be drawn">
          <p>{failure} The numbers are in the table.</p>
        </Notice>
      )}
    </ChartCard>
  )
}

/** Messages, migrations and events on the same axis of steps; null where windows do not lie on one. */
function useTracks(
  run: RunDocument,
  repeat: number,
  zoom: readonly [number, number] | null,
  max_points: number,
): DrawnTracks | null {
  const columns = useMemo(() => trackColumns(schemaOf(run, 'window')), [run])
  const filter = { repeat, frame: 'window' as const, max_points, columns: columns?.names ?? '' }
  const { whole, items } = useRows(run, filter, columns?.x ?? null, zoom, columns !== null)
  return useMemo(() => {
    if (columns === null || whole.data === undefined) return null
    return drawTracks(run, repeat, columns, items, whole.data.items)
  }, [run, repeat, columns, whole.data, items])
}

const NO_ITEMS: readonly Series[] = []

/** `whole`: rows over the whole repeat. `items`: these, or finer `rows` of the part that is seen if there are some. */
function useRows(
  run: RunDocument,
  filter: Parameters<typeof queries.series>[1],
  x: string | null,
  zoom: readonly [number, number] | null,
  enabled = true,
) {
  const whole = useQuery({ ...queries.series(run.summary.id, filter), enabled, placeholderData: keepPreviousData })
  const first = whole.data?.items[0]
  const rows = zoom === null || first?.thinned !== true ? null : rowsFor(first, x, zoom)
  const fine = useQuery({
    ...queries.series(run.summary.id, { ...filter, from_row: rows?.[0] ?? 0, to_row: rows?.[1] ?? null }),
    enabled: rows !== null,
    placeholderData: keepPreviousData,
  })
  const items = (rows === null ? undefined : fine.data?.items) ?? whole.data?.items ?? NO_ITEMS
  return { whole, rows, items }
}

/** Why there is no line to draw; null: there is one. */
function whyNoLine(items: readonly Series[]): string | null {
  if (items.length === 0) return 'This repeat has left no rows. Telemetry may have been off.'
  if (items.some((series) => series.total_rows >= 2)) return null
  return 'This repeat was over within its first window: there is no line to draw, and its numbers are in the table.'
}

function seriesTable(run: RunDocument, items: readonly Series[], choice: SeriesChoice, plan: SeriesPlan) {
  const names = [choice.line, ...(choice.high === null ? [] : [choice.high])]
  const value = (series: Series, name: string, row: number) =>
    series.columns.find((one) => one.name === name)?.values[row] ?? null
  return {
    columns: [
      { title: 'node' },
      { title: plan.x_title, numeric: true, format: (cell: unknown) => formatCount(Math.round(Number(cell))) },
      ...names.map((name) => ({
        title: name,
        unit: choice.unit,
        numeric: true,
        format: (cell: unknown) => (cell === null ? '–' : formatQuantity(Number(cell), choice.unit)),
      })),
    ],
    rows: items.flatMap((series) =>
      Array.from({ length: series.points }, (_, row) => [
        run.nodes.find((node) => node.index === series.node_index)?.name ?? series.node_index,
        plan.x === null ? row : value(series, plan.x, row),
        ...names.map((name) => value(series, name, row)),
      ]),
    ),
  }
}
