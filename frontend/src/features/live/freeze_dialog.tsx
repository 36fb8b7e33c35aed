import { useState } from 'react'
import type { RunDocument } from '@/api/contracts'
import { ChartCard } from '@/components/chart_card'
import { Dialog } from '@/components/dialog'
import { EngineView } from '@/components/engine_view'
import { Notice } from '@/components/notice'
import { errorText } from '@/lib/error_text'
import { commonScale, formatQuantity } from '@/lib/format/unit'
import type { RunTopic } from '@/lib/stream'
import { PlotlyChart, type PlotlyData } from '@/viz/plotly'
import styles from './live.module.css'

/** What the strips held at one moment: copied, so that it stays while the run goes on. */
export interface Frozen {
  readonly at_s: number
  readonly range: readonly [number, number] | null
  readonly series: readonly FrozenSeries[]
  readonly nodes: readonly {
    readonly index: number
    readonly time: Float64Array
    readonly columns: ReadonlyMap<string, Float64Array>
  }[]
}

interface FrozenSeries {
  readonly name: string
  readonly title: string
  readonly unit: string
}

export function freeze(topic: RunTopic, range: readonly [number, number] | null): Frozen {
  const series = new Map<string, FrozenSeries>()
  let at_s = 0
  const nodes = [...topic.windows.nodes].map(([index, ring]) => {
    const columns = new Map<string, Float64Array>()
    for (const { name, title, unit, role } of ring.schema.columns) {
      if (role === 'index' || role === 'time') continue
      series.set(name, { name, title, unit })
      columns.set(name, ring.column(name).slice())
    }
    at_s = Math.max(at_s, ring.time().at(-1) ?? 0)
    return { index, time: ring.time().slice(), columns }
  })
  return { at_s, range, series: [...series.values()], nodes }
}

/** The frozen window, to zoom into and to export. */
export function FreezeDialog({ run, frozen, onClose }: { run: RunDocument; frozen: Frozen; onClose: () => void }) {
  const [name, setName] = useState(
    frozen.series.find((one) => one.name === 'step_time.p50')?.name ?? frozen.series[0]?.name ?? '',
  )
  const [failure, setFailure] = useState<string | null>(null)
  const series = frozen.series.find((one) => one.name === name)
  const rows = frozen.nodes.flatMap((node) =>
    Array.from(node.time, (at, index) => [nodeName(run, node.index), at, node.columns.get(name)?.[index] ?? null]),
  )
  return (
    <Dialog title={`Frozen at ${frozen.at_s.toFixed(1)} s`} wide onClose={onClose}>
      {series === undefined ? (
        <p>No window has arrived yet.</p>
      ) : (
        <ChartCard
          title={series.title}
          subtitle="drag to zoom, double click for all"
          file_name={`run-${run.summary.number}-${series.name}`}
          table={() => ({
            columns: [
              { title: 'node' },
              { title: 'time', unit: 's', numeric: true, format: (value) => Number(value).toFixed(1) },
              {
                title: series.title,
                unit: series.unit,
                numeric: true,
                format: (value) => formatQuantity(Number(value), series.unit),
              },
            ],
            rows,
          })}
          tools={
            <label>
              <span className="unseen">Series</span>
              <select className={styles['select']} value={name} onChange={(event) => setName(event.target.value)}>
                {frozen.series.map((one) => (
                  <option key={one.name} value={one.name}>
                    {one.title}
                  </option>
                ))}
              </select>
            </label>
          }
        >
          {failure === null ? (
            <EngineView
              className={styles['frozen']}
              make={() => new PlotlyChart({}, (error) => setFailure(errorText(error).message))}
              data={frozenChart(run, frozen, series)}
            />
          ) : (
            <Notice tone="bad" title="The chart could not be drawn">
              <p>{failure} The numbers are in the table.</p>
            </Notice>
          )}
        </ChartCard>
      )}
    </Dialog>
  )
}

function nodeName(run: RunDocument, index: number): string {
  return run.nodes.find((node) => node.index === index)?.name ?? `node ${index}`
}

function frozenChart(run: RunDocument, frozen: Frozen, series: FrozenSeries): PlotlyData {
  const values = frozen.nodes.map((node) => node.columns.get(series.name) ?? new Float64Array(0))
  const scale = commonScale(
    series.unit,
    values.map((part) => part.reduce((most, value) => Math.max(most, Math.abs(value) || 0), 0)),
  )
  return {
    x_title: 'seconds since the measured part began',
    y_title: scale.unit,
    revision: frozen.series.indexOf(series),
    x_range: frozen.range,
    y_max: null,
    height: 380,
    traces: frozen.nodes.map((node, at) => ({
      name: nodeName(run, node.index),
      x: node.time,
      y: Float64Array.from(values[at] ?? [], (value) => value * scale.factor),
      colour: `--node-${run.nodes.find((one) => one.index === node.index)?.colour ?? 8}`,
      hover: `%{y:.4~g} ${scale.unit}`,
    })),
  }
}
