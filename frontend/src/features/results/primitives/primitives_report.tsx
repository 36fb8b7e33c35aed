import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queries } from '@/api/queries'
import type { RunDocument } from '@/api/contracts'
import { ValueCard, type MeasuredValue } from '../value_card'
import { publishedMarks, TABLE } from './published'

/** What the node asks for each primitive, beside the machines of the study, thirty years older. */
export function PrimitivesReport({ run }: { run: RunDocument }) {
  const reference = useQuery(queries.reference())
  const table = reference.data?.items.find(({ id }) => id === TABLE)
  const values = useMemo(
    () =>
      run.metrics.map((metric): MeasuredValue => ({
        metric,
        label: metric.title,
        marks: publishedMarks(table, metric.name),
      })),
    [run.metrics, table],
  )
  return (
    <ValueCard
      run={run}
      title="Threads, processes and locks"
      subtitle="beside Table 1 of the threaded study; logarithmic"
      file="primitives"
      values={values}
      logarithmic
    >
      The middle of all batches. A thread is joined and a process waited for, as whoever makes one does in the end.
    </ValueCard>
  )
}
