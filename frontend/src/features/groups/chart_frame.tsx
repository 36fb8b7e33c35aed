import type { ReactNode } from 'react'
import type { GroupDocument, SuiteChart } from '@/api/contracts'
import { ChartCard, type ChartTable } from '@/components/chart_card'
import { Chip } from '@/components/chip'
import styles from './groups.module.css'

interface ChartFrameProps {
  group: GroupDocument
  chart: SuiteChart
  table: () => ChartTable
  pictures?: readonly ('svg' | 'png')[] | undefined
  controls?: ReactNode
  children: ReactNode
}

/** The card of a sweep's or suite's chart: title, what it follows, caption, table and pictures. */
export function ChartFrame({ group, chart, table, pictures, controls, children }: ChartFrameProps) {
  const { summary } = group
  return (
    <ChartCard
      title={chart.title}
      subtitle={chart.figure_of === '' ? undefined : <Chip tone="brass">follows {chart.figure_of}</Chip>}
      file_name={`${summary.kind}-${summary.number}-${chart.name === 'explored' ? chart.kind : chart.name}`}
      table={table}
      {...(pictures === undefined ? {} : { pictures })}
      controls={controls}
    >
      {chart.caption === '' ? null : <p className={styles['caption']}>{chart.caption}</p>}
      {children}
    </ChartCard>
  )
}
