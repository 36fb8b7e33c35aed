import { useQuery } from '@tanstack/react-query'
import type { BaselineEntry, CellComparison, GroupComparison, GroupDocument } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Card } from '@/components/card'
import { Chip } from '@/components/chip'
import { DataTable, type DataColumn } from '@/components/data_table'
import { ErrorNotice } from '@/components/notice'
import { formatRatio } from '@/lib/format/number'
import { verdictText } from '@/lib/verdict_text'
import { ConclusionCard } from '../results/conclusion_card'
import { groupEnded } from './group_values'
import styles from './groups.module.css'

/** The value of the choice that compares with nothing. */
const NONE = 'none'

interface BaselineCardProps {
  group: GroupDocument
  /** Name of a baseline, or `none`; absent, the newest one of the same suite or sweep. */
  chosen: string | undefined
  onChoose: (name: string) => void
}

/** A sweep or suite that has ended, compared with a baseline of the console; nothing while there is none. */
export function BaselineCard({ group, chosen, onChoose }: BaselineCardProps) {
  const ended = groupEnded(group)
  const listed = useQuery({ ...queries.baselines(), enabled: ended })
  const baselines = listed.data?.items ?? []
  const name = chosen ?? alike(baselines, group)?.name ?? NONE
  const asked = useQuery({ ...queries.groupComparison(group.summary.id, name), enabled: ended && name !== NONE })
  if (baselines.length === 0) return null
  return (
    <Card
      title="Against a baseline"
      subtitle={asked.data === undefined ? '' : `changes of more than ${percent(asked.data.tolerance)} count`}
      tools={
        <label className={styles['choice']}>
          Baseline
          <select className={styles['select']} value={name} onChange={(event) => onChoose(event.target.value)}>
            <option value={NONE}>none</option>
            {baselines.map((entry) => (
              <option key={entry.name} value={entry.name}>
                {entry.name} ({entry.group.kind} {entry.group.number})
              </option>
            ))}
          </select>
        </label>
      }
    >
      {name === NONE ? (
        <p className={styles['nothing']}>Choose a baseline to compare with.</p>
      ) : asked.error !== null ? (
        <ErrorNotice title="It could not be compared" error={asked.error} onRetry={() => void asked.refetch()} />
      ) : asked.data === undefined ? (
        <p role="status">Comparing…</p>
      ) : (
        <Compared comparison={asked.data} />
      )}
    </Card>
  )
}

function Compared({ comparison }: { comparison: GroupComparison }) {
  const { cells } = comparison
  return (
    <>
      <ConclusionCard
        label={`Compared with baseline ${comparison.baseline}`}
        conclusion={comparison.conclusion}
        verdict={verdictText[comparison.verdict]}
      />
      {cells.length === 0 ? null : (
        <details className={styles['compared']}>
          <summary>Each cell</summary>
          <DataTable
            caption={`Each cell against baseline ${comparison.baseline}`}
            columns={COLUMNS}
            rows={cells}
            rowKey={(row) => String(row.run)}
          />
        </details>
      )}
    </>
  )
}

const COLUMNS: readonly DataColumn<CellComparison>[] = [
  { key: 'cell', title: 'cell', cell: cellName, sortBy: cellName },
  { key: 'run', title: 'run', numeric: true, cell: (row) => row.run, sortBy: (row) => row.run },
  { key: 'baseline', title: 'baseline run', numeric: true, cell: (row) => row.baseline_run },
  { key: 'metric', title: 'metric', cell: (row) => row.metric.title },
  { key: 'ratio', title: 'ratio', numeric: true, cell: ratio, sortBy: (row) => row.metric.ratio },
  {
    key: 'verdict',
    title: 'verdict',
    cell: (row) => (
      <Chip tone={verdictText[row.metric.verdict].tone} title={row.metric.sentence}>
        {verdictText[row.metric.verdict].text}
      </Chip>
    ),
    sortBy: (row) => row.metric.verdict,
  },
]

function cellName({ item, label, run }: CellComparison): string {
  const name = [item, label].filter((part) => part !== '').join(': ')
  return name === '' ? `run ${run}` : name
}

function ratio({ metric }: CellComparison): string {
  if (metric.ratio === null) return '–'
  if (metric.ratio_low === null || metric.ratio_high === null) return formatRatio(metric.ratio)
  return `${formatRatio(metric.ratio)} (${formatRatio(metric.ratio_low)} to ${formatRatio(metric.ratio_high)})`
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`
}

/** The newest baseline that was made from the same suite, or from a sweep of the same title. */
function alike(baselines: readonly BaselineEntry[], group: GroupDocument): BaselineEntry | undefined {
  const { id, kind, name, title } = group.summary
  return baselines
    .filter(({ group: other }) => other.id !== id && other.kind === kind)
    .filter(({ group: other }) => (name === null ? other.title === title : other.name === name))
    .toSorted((a, b) => b.set_at.localeCompare(a.set_at))[0]
}
