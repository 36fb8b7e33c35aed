import type { RunDocument } from '@/api/contracts'
import { ChartCard } from '@/components/chart_card'
import { formatNumber } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import type { RunTopic } from '@/lib/stream'
import { sparklinePath } from '@/viz/sparkline'
import layout from '../results/layout.module.css'
import type { MessageReading } from '../results/readings'
import type { RunReading } from '../results/workload_view'
import { TableRegion } from '../results/table_region'
import styles from './live.module.css'

const SPARK = { width: 170, height: 20 }

/** Messages of each kind over all nodes, with the rate over the last minute. */
export function MessagesCard({
  run,
  topic,
  reading,
}: {
  run: RunDocument
  topic: RunTopic | null
  reading: RunReading
}) {
  return (
    <ChartCard
      title="Messages"
      subtitle="all nodes, last second"
      file_name={`run-${run.summary.number}-messages-live`}
      pictures={[]}
      table={() => ({
        columns: [
          { title: 'kind' },
          { title: 'messages', unit: '1/s', numeric: true, format: (value) => formatNumber(Number(value)) },
          { title: 'bytes', unit: 'B/s', numeric: true, format: (value) => formatNumber(Number(value)) },
          { title: 'per step', numeric: true, format: (value) => formatNumber(Number(value), 4) },
        ],
        rows: reading.messages.map((message) => [message.title, message.per_s, message.bytes_per_s, message.per_step]),
      })}
    >
      {reading.messages.length === 0 ? (
        <p className={styles['placeholder']}>No message has been counted yet.</p>
      ) : (
        <TableRegion label="Messages">
          <table className={layout['table']}>
            <thead>
              <tr>
                <th scope="col">kind</th>
                <th scope="col">
                  <span className="unseen">over the last minute</span>
                </th>
                <th scope="col">a second</th>
                <th scope="col">bytes</th>
                <th scope="col">a step</th>
              </tr>
            </thead>
            <tbody>
              {reading.messages.map((message) => (
                <tr key={message.kind}>
                  <th scope="row">{message.title}</th>
                  <td>
                    <Spark topic={topic} message={message} />
                  </td>
                  <td>{rate(message.per_s)}</td>
                  <td>{formatQuantity(message.bytes_per_s, 'B/s')}</td>
                  <td>{formatNumber(message.per_step)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableRegion>
      )}
    </ChartCard>
  )
}

function rate(per_s: number): string {
  return formatQuantity(per_s, '/s').replace('/s', '').trim()
}

function Spark({ topic, message }: { topic: RunTopic | null; message: MessageReading }) {
  // The master sees its own share of a kind; a node that sees more of it shows the shape better.
  const rings = topic === null ? [] : [...topic.windows.nodes.values()]
  const column = `messages.${message.kind}`
  const ring = rings.reduce<(typeof rings)[number] | null>(
    (most, one) => ((one.last(column) || 0) > (most?.last(column) ?? -1) ? one : most),
    null,
  )
  return (
    <svg className={styles['spark']} width={SPARK.width} height={SPARK.height} aria-hidden="true">
      <path d={ring === null ? '' : sparklinePath(ring.column(column), SPARK.width, SPARK.height)} />
    </svg>
  )
}
