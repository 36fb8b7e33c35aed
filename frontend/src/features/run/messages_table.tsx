import type { MessageCount, RunDocument } from '@/api/contracts'
import { ChartCard } from '@/components/chart_card'
import { Chip } from '@/components/chip'
import { getAt } from '@/lib/document/json'
import { formatCount } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { TableRegion } from '../results/table_region'
import layout from '../results/layout.module.css'

const TRANSPORTATION = ['workload', 'data', 'transportation']

/** Messages of the last finished repeat, counted against the workload's model. */
export function MessagesTable({ run }: { run: RunDocument }) {
  const repeat = run.repeats.findLast((one) => one.messages.length > 0)
  const transportation = getAt(run.spec, TRANSPORTATION)
  const may_lose = transportation !== undefined && transportation !== 'reliable'
  return (
    <ChartCard
      title="Messages"
      subtitle={repeat === undefined ? undefined : `expected by the model and counted, repeat ${repeat.repeat + 1}`}
      file_name={`run-${run.summary.number}-messages`}
      pictures={[]}
      table={() => ({
        columns: [
          { title: 'kind' },
          { title: 'repeat', numeric: true },
          { title: 'expected', numeric: true },
          { title: 'counted', numeric: true },
          { title: 'bytes', unit: 'B', numeric: true },
        ],
        rows: run.repeats.flatMap((one) =>
          one.messages.map((message) => [
            message.title,
            one.repeat + 1,
            message.expected,
            message.counted,
            message.bytes,
          ]),
        ),
      })}
    >
      {repeat === undefined ? (
        <p className={layout['note']}>No repeat has counted its messages.</p>
      ) : (
        <TableRegion label="Messages">
          <table className={layout['table']}>
            <thead>
              <tr>
                <th scope="col">kind</th>
                <th scope="col">expected</th>
                <th scope="col">counted</th>
                <th scope="col">bytes</th>
                <th scope="col">
                  <span className="unseen">outcome</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {repeat.messages.map((message) => (
                <tr key={message.kind}>
                  <th scope="row">{message.title}</th>
                  <td>{formatCount(message.expected)}</td>
                  <td>{formatCount(message.counted)}</td>
                  <td>{formatQuantity(Number(message.bytes), 'B')}</td>
                  <td>
                    <Outcome message={message} may_lose={may_lose} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableRegion>
      )}
    </ChartCard>
  )
}

/** A transportation other than reliable may lose messages, except those of its reliable cycles, which have their own row. */
function Outcome({ message, may_lose }: { message: MessageCount; may_lose: boolean }) {
  const missing = BigInt(message.expected) - BigInt(message.counted)
  if (missing === 0n) return <Chip tone="good">exact</Chip>
  if (missing < 0n) return <Chip tone="bad">failed: {formatCount(-missing)} too many</Chip>
  if (may_lose && !message.kind.endsWith('.reliable')) return <Chip>{formatCount(missing)} lost</Chip>
  return <Chip tone="bad">failed: {formatCount(missing)} missing</Chip>
}
