import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Migration, RunDocument, Series } from '@/api/contracts'
import { queries } from '@/api/queries'
import { ChartCard, type ChartTable } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { ErrorNotice } from '@/components/notice'
import { errorText } from '@/lib/error_text'
import { plural } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { PlotlyChart, type PlotlyData } from '@/viz/plotly'
import { workloadOf } from '../workload_view'
import { MigrationTable } from './migration_table'
import { migrationTraces, nodeName, shownRepeat, thresholdOf } from './series'

const POINTS = 2_000

/** The study's chart of a migration run (Figures 6.33 to 6.35), and every migration. */
export function MigrationReport({ run }: { run: RunDocument }) {
  const { repeat, migrations } = useMemo(() => shownRepeat(run), [run])
  if (repeat === null) return null
  return (
    <>
      <MigrationChart run={run} repeat={repeat} migrations={migrations} />
      <MigrationTable run={run} migrations={migrations} />
    </>
  )
}

function MigrationChart({
  run,
  repeat,
  migrations,
}: {
  run: RunDocument
  repeat: number
  migrations: readonly Migration[]
}) {
  const threshold_ms = thresholdOf(workloadOf(run, 'universe_migration'))
  const [failure, setFailure] = useState<string | null>(null)
  const series = useQuery(
    queries.series(run.summary.id, { repeat, frame: 'samples', columns: 'step,workload,entities', max_points: POINTS }),
  )
  const items = useMemo(() => series.data?.items ?? [], [series.data])
  const data = useMemo<PlotlyData>(
    () => ({
      x_title: 'step',
      y_title: 'ms a step',
      right_title: 'entities',
      traces: migrationTraces(run, items, migrations, threshold_ms),
      revision: items.length,
      x_range: null,
      y_max: null,
      height: 380,
    }),
    [run, items, migrations, threshold_ms],
  )
  if (series.error !== null) return <ErrorNotice error={series.error} title="The workload of the nodes is not here" />
  return (
    <ChartCard
      title="Workload and entities by node"
      subtitle={`line: CPU time of a node's entities, dotted: entities, mark: a migration · ${plural(migrations.length, 'migration')}`}
      file_name={`run-${run.summary.number}-migration-repeat-${repeat + 1}`}
      table={() => workloadTable(run, items)}
    >
      {failure === null ? (
        <EngineView make={() => new PlotlyChart({}, (error) => setFailure(errorText(error).message))} data={data} />
      ) : (
        <p>{failure}</p>
      )}
    </ChartCard>
  )
}

export function workloadTable(run: RunDocument, items: readonly Series[]): ChartTable {
  return {
    columns: [
      { title: 'node' },
      { title: 'step', numeric: true },
      { title: 'workload', unit: 'ns', numeric: true, format: (value) => formatQuantity(Number(value), 'ns') },
      { title: 'entities', numeric: true },
    ],
    rows: items.flatMap((series) => {
      const column = (name: string) => series.columns.find((one) => one.name === name)?.values ?? []
      const workload = column('workload')
      const entities = column('entities')
      return column('step').map((step, row) => [
        nodeName(run, series.node_index),
        step,
        workload[row] ?? null,
        entities[row] ?? null,
      ])
    }),
  }
}
