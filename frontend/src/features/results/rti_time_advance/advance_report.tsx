import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PublishedTable, RunDocument } from '@/api/contracts'
import { queries } from '@/api/queries'
import type { ValueMark } from '@/viz/value_bars'
import { metricOf, ValueCard, type MeasuredValue } from '../value_card'

const PUBLISHED: Readonly<Record<string, string>> = {
  dmso_1_3_tar_cycles_per_s_over_two_processors_min: 'DMSO RTI 1.3, least',
  dmso_1_3_tar_cycles_per_s_over_two_processors_max: 'DMSO RTI 1.3, most',
}

/** Grants per second beside what the study gives for more than two processors. */
export function AdvanceReport({ run }: { run: RunDocument }) {
  const reference = useQuery(queries.reference())
  const tables = reference.data?.items
  const values = useMemo(() => {
    const marks = publishedGrants(tables ?? [])
    return (
      [
        ['grants_per_second', 'mean of federates'],
        ['grants_per_second.least', 'slowest federate'],
      ] as const
    ).flatMap(([name, label]): MeasuredValue[] => {
      const metric = metricOf(run, name)
      return metric === undefined ? [] : [{ metric, label, marks }]
    })
  }, [run, tables])
  const computations = metricOf(run, 'computations_per_grant')
  return (
    <ValueCard
      run={run}
      title="Grants per second of a federate"
      subtitle="beside the RTI-Kit study; logarithmic"
      file="grants"
      values={values}
      logarithmic
    >
      {computations === undefined
        ? undefined
        : `${computations.median.toFixed(2)} computations of the time bound for an advance.`}
    </ValueCard>
  )
}

function publishedGrants(tables: readonly PublishedTable[]): ValueMark[] {
  const table = tables.find(({ id }) => id === 'rtikit.rti')
  return (table?.rows ?? []).flatMap(([figure, value]) => {
    const label = PUBLISHED[String(figure)]
    return label === undefined || typeof value !== 'number' ? [] : [{ label, value, published: true }]
  })
}
