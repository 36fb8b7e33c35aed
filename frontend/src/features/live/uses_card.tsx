import type { RunDocument } from '@/api/contracts'
import { ChartCard } from '@/components/chart_card'
import { NodeName } from '@/components/node_dot'
import { formatFixed, formatNumber } from '@/lib/format/number'
import { formatMemory } from '@/lib/format/unit'
import layout from '../results/layout.module.css'
import type { NodeReading } from '../results/readings'
import type { RunReading } from '../results/workload_view'

interface Row {
  readonly index: number
  readonly name: string
  readonly colour: number
  readonly reading: NodeReading
}

/** What the run's processes use on each node: cores, memory, and what the operating system counts, a second. */
export function UsesCard({ run, reading }: { run: RunDocument; reading: RunReading }) {
  const rows = [...reading.nodes].map(([index, node]): Row => {
    const placed = run.nodes.find((one) => one.index === index)
    return { index, name: placed?.name ?? `node ${index}`, colour: placed?.colour ?? 8, reading: node }
  })
  const counts = rows[0]?.reading.counts ?? []
  if (counts.length === 0) return null
  const perSecond = (row: Row, name: string) =>
    row.reading.counts.find((count) => count.name === name)?.per_s ?? Number.NaN
  const format = (value: unknown) => formatNumber(Number(value))
  return (
    <ChartCard
      title="Resource use"
      subtitle="of the run’s processes, last second"
      file_name={`run-${run.summary.number}-use-live`}
      pictures={[]}
      table={() => ({
        columns: [
          { title: 'node' },
          { title: 'cores', numeric: true, format },
          { title: 'memory', unit: 'B', numeric: true, format },
          ...counts.map(({ title }) => ({ title, unit: '1/s', numeric: true, format })),
        ],
        rows: rows.map((row) => [
          row.name,
          row.reading.cores_used,
          row.reading.rss_bytes,
          ...counts.map(({ name }) => perSecond(row, name)),
        ]),
      })}
    >
      <table className={layout['table']}>
        <thead>
          <tr>
            <th scope="col">a second</th>
            {rows.map((row) => (
              <th key={row.index} scope="col">
                <NodeName name={row.name} colour={row.colour} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Cores in use</th>
            {rows.map((row) => (
              <td key={row.index}>{formatFixed(row.reading.cores_used, 2)}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">Resident memory</th>
            {rows.map((row) => (
              <td key={row.index}>{formatMemory(row.reading.rss_bytes)}</td>
            ))}
          </tr>
          {counts.map(({ name, title }) => (
            <tr key={name}>
              <th scope="row">{title}</th>
              {rows.map((row) => (
                <td key={row.index}>{formatNumber(perSecond(row, name))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ChartCard>
  )
}
