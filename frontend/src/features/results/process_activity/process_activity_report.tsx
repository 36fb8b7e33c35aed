import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RunDocument } from '@/api/contracts'
import { queries } from '@/api/queries'
import { ValueCard, type MeasuredValue } from '../value_card'
import { publishedMarks, TABLE } from './published'

/** What entities and managers cost to make, use, watch and end, and their memory. */
export function ProcessActivityReport({ run }: { run: RunDocument }) {
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
  const times = values.filter(({ metric }) => metric.unit === 'ns')
  const memory = values.filter(({ metric }) => metric.name.startsWith('memory.'))
  return (
    <>
      <ValueCard
        run={run}
        title="Making, using, watching and ending"
        subtitle="CPU usage beside Table 6.9 of the universe study; logarithmic"
        file="process-activity"
        values={times}
        logarithmic
      >
        The middle of all launches. Making ends when all have answered their first step.
      </ValueCard>
      {memory.length === 0 ? null : (
        <ValueCard
          run={run}
          title="Memory of an entity's process"
          subtitle="resident, as the kernel counts it"
          file="process-memory"
          values={memory}
          logarithmic={false}
        >
          Shared pages count once in each process that has them; its part of all divides them.
        </ValueCard>
      )}
    </>
  )
}
