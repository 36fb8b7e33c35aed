/** What the chart of a migration run draws, and its table: pure. */
import type { Migration, RunDocument, Series } from '@/api/contracts'
import { formatCount } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { termLabel } from '@/lib/terms'
import type { PlotlyTrace } from '@/viz/plotly'
import type { WorkloadOf } from '../workload_view'

const MS = 1e-6

export function nodeName(run: RunDocument, index: number): string {
  return run.nodes.find((node) => node.index === index)?.name ?? `node ${index}`
}

/** Above which a node's load makes its policy move somebody; null where there is no such line. */
export function thresholdOf({ policy, threshold_ms }: WorkloadOf<'universe_migration'>): number | null {
  return policy === 'none' || policy === 'balance' ? null : threshold_ms
}

const valuesOf = (series: Series, name: string) => series.columns.find((one) => one.name === name)?.values ?? []

/** Workload of each node on the left axis, entities on the right, and a mark where an entity left. */
export function migrationTraces(
  run: RunDocument,
  items: readonly Series[],
  migrations: readonly Migration[],
  threshold_ms: number | null,
): readonly PlotlyTrace[] {
  const steps = items.flatMap((series) => {
    const last = valuesOf(series, 'step').at(-1)
    return last === null || last === undefined ? [] : [last]
  })
  const traces = items.flatMap((series): PlotlyTrace[] => {
    const colour = `--node-${run.nodes.find((node) => node.index === series.node_index)?.colour ?? 8}`
    const name = nodeName(run, series.node_index)
    const x = valuesOf(series, 'step').map((step) => step ?? Number.NaN)
    const workload = valuesOf(series, 'workload').map((ns) => (ns === null ? null : ns * MS))
    const entities = valuesOf(series, 'entities')
    const left = migrations.filter((one) => one.from_node === series.node_index)
    const at = (step: number) => workload[x.findLastIndex((one) => one < step)] ?? null
    return [
      { name: `${name}, workload`, x, y: workload, colour, hover: '%{y:.3~g} ms' },
      { name: `${name}, entities`, x, y: entities, colour, right: true, hover: '%{y}' },
      ...(left.length === 0
        ? []
        : [
            {
              name: `leaves ${name}`,
              x: left.map((one) => one.step),
              y: left.map((one) => at(one.step)),
              colour,
              points: true,
              text: left.map((one) => inWords(run, one)),
              hover: '%{text}',
            },
          ]),
    ]
  })
  if (threshold_ms === null || steps.length === 0) return traces
  const end = Math.max(...steps)
  return [...traces, { name: 'threshold', x: [0, end], y: [threshold_ms, threshold_ms], colour: '--ink-2', width: 1 }]
}

export function inWords(run: RunDocument, one: Migration): string {
  return (
    `entity ${formatCount(one.entity)} to ${nodeName(run, one.to_node)}: ${termLabel(one.cause)}, ` +
    `${formatQuantity(one.state_bytes, 'B')}, pause ${formatQuantity(one.pause_ns, 'ns')}`
  )
}

/** The last repeat with a result; of a run that was cancelled or failed before its first one, what its events tell. */
export function shownRepeat(run: RunDocument): { repeat: number | null; migrations: readonly Migration[] } {
  const measured = run.repeats.findLast((one) => one.nodes.length > 0)
  if (measured !== undefined) return { repeat: measured.repeat, migrations: measured.migrations }
  const moved = run.events.filter((event) => event.migration !== null)
  const repeat = moved.at(-1)?.repeat ?? null
  return { repeat, migrations: moved.flatMap((one) => (one.repeat === repeat ? (one.migration ?? []) : [])) }
}
