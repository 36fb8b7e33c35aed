import { useEffect, useMemo, useRef, useState } from 'react'
import type { Annotation, RunDocument, RunNode } from '@/api/contracts'
import { ChartCard, type ChartTable } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { NodeDot } from '@/components/node_dot'
import { formatFixed } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { shortNote } from '@/lib/short_note'
import type { RunTopic } from '@/lib/stream'
import { BandChart, type BandChartData } from '@/viz/band_chart'
import { StripGroup, type StripData, type StripMark } from '@/viz/strips'
import { stripColumns } from '../results/readings'
import { workloadView } from '../results/registry'
import { tickText } from '../results/ticks'
import type { RunReading } from '../results/workload_view'
import styles from './live.module.css'
import { StripPictures } from './strip_pictures'

/** Above this many nodes, strips of their own would be too small to read and too many to draw. */
export const STRIPS_MAX = 12
export const SPAN_S = 60

interface StripsCardProps {
  run: RunDocument
  topic: RunTopic | null
  reading: RunReading
  /** A part of the time was marked with the pointer. */
  onSelect: (from_s: number, to_s: number) => void
}

/** Step time of each node over the last minute. */
export function StripsCard({ run, topic, reading, onSelect }: StripsCardProps) {
  const many = run.nodes.length > STRIPS_MAX
  const windows = run.schemas.find(({ kind }) => kind === 'window')
  const columns = windows === undefined ? null : stripColumns(windows)
  const unit = workloadView(run).progress_unit
  const line = columns?.slow === null ? 'line: mean' : 'line: median, band: to p99'
  return (
    <ChartCard
      title={`${unit.charAt(0).toUpperCase()}${unit.slice(1)} time by node`}
      subtitle={
        many
          ? 'quantiles over the nodes and the three slowest, ▲: above the scale; last 60 s'
          : `${line}, ▲: above the scale; last 60 s`
      }
      file_name={`run-${run.summary.number}-step-time`}
      pictures={['png']}
      table={() => stripsTable(run, topic)}
      tools={<span className={styles['hint']}>drag to freeze a part</span>}
    >
      {run.nodes.length === 0 ? (
        <p className={styles['placeholder']}>The nodes are not chosen yet.</p>
      ) : many ? (
        <Bands run={run} topic={topic} reading={reading} onSelect={onSelect} />
      ) : (
        <Strips run={run} topic={topic} reading={reading} onSelect={onSelect} />
      )}
    </ChartCard>
  )
}

const nanoseconds = (value: number) => formatQuantity(value, 'ns')
const nanosecondTick = (value: number) => tickText(value, 'ns')

function Strips({ run, topic, reading, onSelect }: StripsCardProps) {
  const [group] = useState(
    () => new StripGroup({ span_s: SPAN_S, format: nanoseconds, formatTick: nanosecondTick, high_label: 'p99' }),
  )
  useEffect(() => group.onSelect(onSelect), [group, onSelect])
  useEffect(() => {
    if (topic === null) return
    const draw = () => group.push(stripData(topic), stripMarks(topic, run.annotations))
    draw()
    return topic.ticks.subscribe(draw)
  }, [topic, group, run.annotations])
  const names = useMemo(() => new Map(run.nodes.map((node) => [String(node.index), node.name])), [run.nodes])
  return (
    <div role="group" aria-label="Strips of all nodes">
      <StripPictures group={group} nodes={names} />
      {run.nodes.map((node, at) => (
        <div key={node.index} className={styles['strip']}>
          <NodeLabel node={node} />
          <StripHost group={group} node={node} last={at === run.nodes.length - 1} />
          <Now reading={reading} index={node.index} />
        </div>
      ))}
    </div>
  )
}

function NodeLabel({ node }: { node: RunNode }) {
  const cores = node.facts.cpu_limit < node.facts.cores ? node.facts.cpu_limit : node.facts.cores
  return (
    <div className={styles['who']}>
      <NodeDot colour={node.colour} />
      <div>
        {node.name}
        <small>
          {node.index === 0 ? 'master' : 'slave'} · {formatFixed(cores, Number.isInteger(cores) ? 0 : 2)}{' '}
          {cores === 1 ? 'core' : 'cores'}
        </small>
      </div>
    </div>
  )
}

function StripHost({ group, node, last }: { group: StripGroup; node: RunNode; last: boolean }) {
  const host = useRef<HTMLDivElement>(null)
  const key = String(node.index)
  useEffect(
    () => (host.current === null ? undefined : group.attach(key, host.current, node.colour, last)),
    [group, key, node.colour, last],
  )
  return (
    <div
      ref={host}
      className={last ? styles['canvas_with_time'] : styles['canvas']}
      role="img"
      aria-label={`Step time of ${node.name} over time; the numbers are in the table`}
      data-testid={`strip-${node.name}`}
    />
  )
}

function Now({ reading, index }: { reading: RunReading; index: number }) {
  const node = reading.nodes.get(index)
  const entities =
    node === undefined || !Number.isFinite(node.entities) ? '' : ` · ${formatFixed(node.entities, 0)} entities`
  const typical = node === undefined || !Number.isFinite(node.step_typical) ? '–' : nanoseconds(node.step_typical)
  const slow = node === undefined || !Number.isFinite(node.step_slow) ? '' : `p99 ${nanoseconds(node.step_slow)}`
  return (
    <div className={styles['now']}>
      {typical}
      <small>{node === undefined ? 'no window yet' : `${slow}${entities}`}</small>
    </div>
  )
}

function Bands({ run, topic, reading, onSelect }: StripsCardProps) {
  const latest_select = useRef(onSelect)
  useEffect(() => {
    latest_select.current = onSelect
  })
  const [data, setData] = useState<BandChartData>({ nodes: [], worst: [] })
  const slot_s = run.spec.telemetry.interval_ms / 1000
  const worst = useMemo(
    () =>
      [...reading.nodes]
        .sort(([, a], [, b]) => (b.step_typical || 0) - (a.step_typical || 0))
        .slice(0, 3)
        .map(([index]) => String(index)),
    [reading],
  )
  useEffect(() => {
    if (topic === null) return
    const draw = () => setData({ worst, nodes: bandNodes(run, topic) })
    draw()
    return topic.ticks.subscribe(draw)
  }, [topic, run, worst])
  return (
    <EngineView
      className={styles['bands']}
      make={() =>
        new BandChart({
          span_s: SPAN_S,
          slot_s,
          formatTick: nanosecondTick,
          onSelect: (from, to) => latest_select.current(from, to),
        })
      }
      data={data}
    />
  )
}

function stripData(topic: RunTopic): ReadonlyMap<string, StripData> {
  const data = new Map<string, StripData>()
  for (const [index, ring] of topic.windows.nodes) {
    const columns = stripColumns(ring.schema)
    if (columns === null) continue
    data.set(String(index), {
      time: ring.time(),
      value: ring.column(columns.typical),
      high: columns.slow === null ? new Float64Array(0) : ring.column(columns.slow),
    })
  }
  return data
}

/** Notes on steps that are in view, at the ends of the windows that contain them. */
export function stripMarks(topic: RunTopic, annotations: readonly Annotation[]): StripMark[] {
  const [ring] = topic.windows.nodes.values()
  if (ring === undefined) return []
  const [steps, time] = [ring.steps(), ring.time()]
  return annotations.flatMap(({ repeat, step, text }) => {
    if (repeat !== topic.windows.repeat || step === null || step < (steps[0] ?? 0)) return []
    const at = time[steps.findIndex((end) => end >= step)]
    return at === undefined ? [] : [{ at, text: shortNote(text) }]
  })
}

function bandNodes(run: RunDocument, topic: RunTopic): BandChartData['nodes'] {
  return [...stripData(topic)].map(([key, { time, value }]) => {
    const node = run.nodes.find((one) => String(one.index) === key)
    return { key, name: node?.name ?? `node ${key}`, colour: node?.colour ?? 8, time, value }
  })
}

function stripsTable(run: RunDocument, topic: RunTopic | null): ChartTable {
  const rows = [...(topic === null ? [] : stripData(topic))].flatMap(([key, { time, value, high }]) => {
    const name = run.nodes.find((one) => String(one.index) === key)?.name ?? key
    return Array.from(time, (at, index) => [name, at, value[index] ?? null, high[index] ?? null])
  })
  return {
    columns: [
      { title: 'node' },
      { title: 'time', unit: 's', numeric: true, format: (value) => formatFixed(Number(value), 1) },
      { title: 'median', unit: 'ns', numeric: true, format: (value) => nanoseconds(Number(value)) },
      { title: 'p99', unit: 'ns', numeric: true, format: (value) => nanoseconds(Number(value)) },
    ],
    rows,
  }
}
