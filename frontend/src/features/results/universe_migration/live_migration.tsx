import { useMemo, useState } from 'react'
import type { Migration, Series } from '@/api/contracts'
import { ChartCard } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { errorText } from '@/lib/error_text'
import { plural } from '@/lib/format/number'
import type { RunTopic } from '@/lib/stream'
import { PlotlyChart, type PlotlyData } from '@/viz/plotly'
import { workloadOf, type LiveViewProps } from '../workload_view'
import { MigrationTable } from './migration_table'
import { workloadTable } from './migration_report'
import { migrationTraces, thresholdOf } from './series'

/** Rows of the table while the run is on; the result has them all. */
const NEWEST = 8

/** Workload and entities of each node as they change, every migration a mark; the newest ones with cause and pause. */
export function LiveMigration({ run, topic, events, reading }: LiveViewProps) {
  const migrations = useMemo(
    () => events.flatMap((one) => (one.migration !== null && one.repeat === run.summary.repeat ? [one.migration] : [])),
    [events, run.summary.repeat],
  )
  const newest = migrations.slice(-NEWEST).toReversed()
  return (
    <>
      <LiveChart run={run} topic={topic} reading={reading} migrations={migrations} />
      <MigrationTable
        run={run}
        migrations={newest}
        {...(migrations.length > NEWEST ? { note: `the newest ${NEWEST} of ${migrations.length}` } : {})}
      />
    </>
  )
}

function LiveChart({
  run,
  topic,
  reading,
  migrations,
}: Pick<LiveViewProps, 'run' | 'topic' | 'reading'> & { migrations: readonly Migration[] }) {
  const threshold = thresholdOf(workloadOf(run, 'universe_migration'))
  const [failure, setFailure] = useState<string | null>(null)
  // Read again whenever the figures are: the rings change in place.
  const items = useMemo(() => liveSeries(topic, reading.nodes.size), [topic, reading])
  const data = useMemo<PlotlyData>(() => {
    const first = Math.min(...items.map((one) => one.columns[0]?.values[0] ?? 0))
    return {
      x_title: 'step',
      y_title: 'ms a step',
      right_title: 'entities',
      traces: migrationTraces(
        run,
        items,
        migrations.filter((one) => one.step >= first),
        threshold,
      ),
      revision: topic?.windows.version ?? 0,
      x_range: null,
      y_max: null,
      height: 300,
    }
  }, [run, topic, items, migrations, threshold])
  return (
    <ChartCard
      title="Workload and entities by node"
      subtitle={`line: CPU time of a node's entities, dotted: entities, mark: a migration · ${plural(migrations.length, 'migration')}`}
      file_name={`run-${run.summary.number}-migration-live`}
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

/** The windows of the last minute, as the result's chart takes series. */
function liveSeries(topic: RunTopic | null, nodes: number): Series[] {
  if (topic === null || nodes === 0) return []
  return [...topic.windows.nodes]
    .filter(([, ring]) => ring.length > 0)
    .sort(([a], [b]) => a - b)
    .map(([node_index, ring]) => ({
      repeat: topic.windows.repeat,
      node_index,
      frame: 'window',
      points: ring.length,
      total_rows: ring.seen,
      total_steps: null,
      thinned: false,
      columns: [
        { name: 'step', unit: 'count', values: [...ring.steps()] },
        { name: 'workload', unit: 'ns', values: [...ring.column('workload.mean')] },
        { name: 'entities', unit: 'count', values: [...ring.column('entities')] },
      ],
    }))
}
