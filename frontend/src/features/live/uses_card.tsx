import type { RunDocument } from '@/api/contracts'
import { ChartCard } from '@/components/chart_card'
import { NodeName } from '@/components/node_dot'
import { formatFixed, formatNumber } from '@/lib/format/number'
import { formatMemory } from '@/lib/format/unit'
import layout from '../results/layout.module.css'
import type { NodeReading } from '../results/readings'
import { TableRegion } from '../results/table_region'
import type { RunReading } from '../results/workload_view'

interface Row {
  readonly index: number
  readonly name: string
  readonly colour: number
  readonly reading: NodeReading
}

interface Use {
  readonly title: string
  readonly cell: (row: Row) => string
}

interface TableProps {
  readonly rows: readonly Row[]
  readonly uses: readonly Use[]
}

/** As many nodes stand side by side; more stand below each other. */
const NODES_AS_COLUMNS = 3

/** What the run's processes use on each node: cores, memory, and what the operating system counts, a second. */
export function UsesCard({ run, reading }: { run: RunDocument; reading: RunReading }) {
  const rows = [...reading.nodes]
    .sort(([left], [right]) => left - right)
    .map(([index, node]): Row => {
      const placed = run.nodes.find((one) => one.index === index)
      return { index, name: placed?.name ?? `node ${index}`, colour: placed?.colour ?? 8, reading: node }
    })
  const counts = rows[0]?.reading.counts ?? []
  if (counts.length === 0) return null
  const perSecond = (row: Row, name: string) =>
    row.reading.counts.find((count) => count.name === name)?.per_s ?? Number.NaN
  const format = (value: unknown) => formatNumber(Number(value))
  const uses: readonly Use[] = [
    { title: 'Cores in use', cell: (row) => formatFixed(row.reading.cores_used, 2) },
    { title: 'Resident memory', cell: (row) => formatMemory(row.reading.rss_bytes) },
    ...counts.map(({ name, title }) => ({ title, cell: (row: Row) => formatNumber(perSecond(row, name)) })),
  ]
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
      {rows.length > NODES_AS_COLUMNS ? (
        <RowOfEachNode rows={rows} uses={uses} />
      ) : (
        <RowOfEachUse rows={rows} uses={uses} />
      )}
    </ChartCard>
  )
}

function RowOfEachUse({ rows, uses }: TableProps) {
  return (
    <TableRegion label="Resource use">
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
          {uses.map(({ title, cell }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {rows.map((row) => (
                <td key={row.index}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  )
}

function RowOfEachNode({ rows, uses }: TableProps) {
  return (
    <TableRegion label="Resource use">
      <table className={layout['table']}>
        <thead>
          <tr>
            <th scope="col">a second</th>
            {uses.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.index}>
              <th scope="row">
                <NodeName name={row.name} colour={row.colour} />
              </th>
              {uses.map(({ title, cell }) => (
                <td key={title}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  )
}
