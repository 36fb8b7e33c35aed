import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { RunDocument } from '@/api/contracts'
import { queries } from '@/api/queries'
import { ChartCard } from '@/components/chart_card'
import { EngineView } from '@/components/engine_view'
import { ErrorNotice } from '@/components/notice'
import { errorText } from '@/lib/error_text'
import { formatQuantity } from '@/lib/format/unit'
import { PlotlyChart, type PlotlyData } from '@/viz/plotly'
import { timeWaitPoints } from './time_wait'

const POINTS = 2_000

/** The study's Figure 6.22: connections that have ended and still hold their ports, and what a message takes meanwhile. */
export function TimeWaitCard({ run }: { run: RunDocument }) {
  const [failure, setFailure] = useState<string | null>(null)
  const repeat = run.repeats.findLast((one) => one.nodes.length > 0)?.repeat ?? 0
  const series = useQuery(
    queries.series(run.summary.id, {
      repeat,
      node_index: 0,
      frame: 'window',
      columns: 'window_ns,time_wait,message_time.mean',
      max_points: POINTS,
    }),
  )
  const points = useMemo(() => (series.data?.items ?? []).slice(0, 1).flatMap(timeWaitPoints), [series.data])
  const data = useMemo<PlotlyData>(() => {
    const x = points.map(({ at_s }) => at_s)
    const sockets = points.map((point) => point.sockets)
    const message = points.map(({ message_ns }) => (message_ns === null ? null : message_ns * 1e-3))
    return {
      x_title: 's',
      y_title: 'sockets in TIME-WAIT',
      right_title: 'µs a message',
      traces: [
        { name: 'sockets in TIME-WAIT', x, y: sockets, colour: '--node-1', hover: '%{y}' },
        { name: 'time of a message', x, y: message, colour: '--node-2', right: true, hover: '%{y:.3~g} µs' },
      ],
      revision: points.length,
      x_range: null,
      y_max: null,
      height: 320,
    }
  }, [points])
  if (series.error !== null) return <ErrorNotice error={series.error} title="The sockets in TIME-WAIT are not here" />
  if (points.length === 0) return null
  return (
    <ChartCard
      title="Sockets in TIME-WAIT"
      subtitle="Figure 6.22 · line: sockets, as the kernel counts them; dotted: time of a message"
      file_name={`run-${run.summary.number}-time-wait-repeat-${repeat + 1}`}
      table={() => ({
        columns: [
          { title: 'time', unit: 's', numeric: true, format: (value) => Number(value).toFixed(2) },
          { title: 'sockets', numeric: true },
          { title: 'message', unit: 'ns', numeric: true, format: (value) => formatQuantity(Number(value), 'ns') },
        ],
        rows: points.map((point) => [point.at_s, point.sockets, point.message_ns]),
      })}
    >
      {failure === null ? (
        <EngineView make={() => new PlotlyChart({}, (error) => setFailure(errorText(error).message))} data={data} />
      ) : (
        <p>{failure}</p>
      )}
    </ChartCard>
  )
}
