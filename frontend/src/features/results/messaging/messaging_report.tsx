import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RunDocument } from '@/api/contracts'
import { queries } from '@/api/queries'
import { metricOf, ValueCard, type MeasuredValue } from '../value_card'
import { publishedMarks, TABLE } from './published'
import { TimeWaitCard } from './time_wait_card'

/** Parts of an exchange, in their order. */
const PARTS = [
  'send.administration',
  'send.connect',
  'send.pipe',
  'send.transmit',
  'send.deliver',
  'receive.read',
  'receive.unblock',
  'receive.extract',
]
const WHOLES = ['send.total', 'latency', 'receive.total', 'exchange.p50', 'exchange.p90', 'exchange.p99']

/** Where the time of a message goes, how many go through, and the connections that they leave behind. */
export function MessagingReport({ run }: { run: RunDocument }) {
  const reference = useQuery(queries.reference())
  const table = reference.data?.items.find(({ id }) => id === TABLE)
  const cards = useMemo(() => {
    const named = (names: readonly string[]) =>
      names.flatMap((name): MeasuredValue[] => {
        const metric = metricOf(run, name)
        // A part that this transport does not have is not measured: it has no bar.
        if (metric === undefined) return []
        return [{ metric, label: metric.title, marks: publishedMarks(table, name) }]
      })
    return { parts: named(PARTS), wholes: named(WHOLES), throughput: named(['throughput.bytes']) }
  }, [run, table])
  return (
    <>
      <ValueCard
        run={run}
        title="Parts of an exchange"
        subtitle="beside section 6.4 of the universe study; logarithmic"
        file="message-parts"
        values={cards.parts}
        logarithmic
      >
        Means of the exchanges between the quartiles, so that parts add up. The receiver extracts a message after it has
        unblocked the sender.
      </ValueCard>
      <ValueCard
        run={run}
        title="A message as a whole"
        subtitle="an exchange ends when the sender goes on"
        file="message-wholes"
        values={cards.wholes}
      />
      <ValueCard
        run={run}
        title="Throughput"
        subtitle="messages streamed, each sent at once; logarithmic"
        file="message-throughput"
        values={cards.throughput}
        logarithmic
      />
      {metricOf(run, 'time_wait.most') === undefined ? null : <TimeWaitCard run={run} />}
    </>
  )
}
