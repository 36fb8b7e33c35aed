import type { RunDocument } from '@/api/contracts'
import { ChartCard } from '@/components/chart_card'
import { NodeName } from '@/components/node_dot'
import { formatCount, formatNumber } from '@/lib/format/number'
import { countsThatTell, LOSSES, pathLabel } from '../results/data_paths'
import layout from '../results/layout.module.css'
import type { PathReading } from '../results/readings'
import { TableRegion } from '../results/table_region'
import type { RunReading } from '../results/workload_view'

interface Row {
  readonly node: string
  readonly colour: number
  readonly path: PathReading
}

/** Messages by node and way of data: what is carried now, and what has been lost and mended so far. */
export function DataPathsCard({ run, reading }: { run: RunDocument; reading: RunReading }) {
  const rows = [...reading.nodes]
    .sort(([left], [right]) => left - right)
    .flatMap(([index, node]): Row[] => {
      const placed = run.nodes.find((one) => one.index === index)
      return node.paths.map((path) => ({
        node: placed?.name ?? `node ${index}`,
        colour: placed?.colour ?? 8,
        path,
      }))
    })
  if (rows.length === 0) return null
  const total = (row: Row, name: string) => row.path.totals.get(name)
  const { shown, none } = countsThatTell(LOSSES, (name) => rows.some((row) => (total(row, name) ?? 0) > 0))
  const text = (value: number | undefined) => (value === undefined ? '–' : formatCount(value))
  const format = (value: unknown) => (value === null ? '–' : formatNumber(Number(value)))
  return (
    <ChartCard
      title="Data paths"
      subtitle="messages between the nodes of the RTI: rates and totals"
      file_name={`run-${run.summary.number}-data-paths-live`}
      pictures={[]}
      table={() => ({
        columns: [
          { title: 'node' },
          { title: 'path' },
          { title: 'sent', unit: '1/s', numeric: true, format },
          { title: 'received', unit: '1/s', numeric: true, format },
          { title: 'waiting', numeric: true, format },
          ...LOSSES.map(({ title }) => ({ title, numeric: true, format })),
        ],
        rows: rows.map((row) => [
          row.node,
          pathLabel(row.path.path),
          row.path.sent_per_s,
          row.path.received_per_s,
          total(row, 'waiting') ?? null,
          ...LOSSES.map(({ name }) => total(row, name) ?? null),
        ]),
      })}
    >
      <TableRegion label="Data paths">
        <table className={layout['table']}>
          <thead>
            <tr>
              <th scope="col">node</th>
              <th scope="col">path</th>
              <th scope="col">sent/s</th>
              <th scope="col">received/s</th>
              <th scope="col">waiting</th>
              {shown.map(({ name, title }) => (
                <th key={name} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.node} ${row.path.path}`}>
                <th scope="row">
                  <NodeName name={row.node} colour={row.colour} />
                </th>
                <td>{pathLabel(row.path.path)}</td>
                <td>{formatNumber(row.path.sent_per_s)}</td>
                <td>{formatNumber(row.path.received_per_s)}</td>
                <td>{text(total(row, 'waiting'))}</td>
                {shown.map(({ name }) => (
                  <td key={name}>{text(total(row, name))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableRegion>
      {none === null ? null : <p className={layout['note']}>{none}</p>}
    </ChartCard>
  )
}
