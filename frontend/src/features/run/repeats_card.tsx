import type { RepeatView, RunDocument } from '@/api/contracts'
import { Card } from '@/components/card'
import { Chip } from '@/components/chip'
import { DataTable, type DataColumn } from '@/components/data_table'
import { ForScope } from '@/components/for_scope'
import { formatQuantity } from '@/lib/format/unit'
import { metricScale } from '@/lib/metric_words'
import { leadingMetrics } from '../results/registry'
import { ReplaceButton } from './replace_button'
import styles from './run.module.css'

const GRADES = {
  quiet: { tone: 'good', text: 'quiet' },
  busy: { tone: 'warn', text: 'busy' },
  disturbed: { tone: 'bad', text: 'disturbed' },
} as const

/** Each repeat with the figure that leads its workload and with what else the machine did meanwhile. */
export function RepeatsCard({ run }: { run: RunDocument }) {
  if (!run.repeats.some(({ quality }) => quality !== null)) return null
  const [leading] = leadingMetrics(run.summary.workload)
  const metric = run.metrics.find(({ name }) => name === leading)
  const scale = metric === undefined ? undefined : metricScale(metric)
  const valueOf = ({ metrics }: RepeatView) => metrics.find(({ name }) => name === leading)?.value ?? null
  const figure: DataColumn<RepeatView> = {
    key: 'figure',
    title: metric?.title ?? '',
    numeric: true,
    cell: (repeat) => {
      const value = valueOf(repeat)
      return value === null ? '–' : formatQuantity(value, metric?.unit ?? '', scale)
    },
    sortBy: valueOf,
  }
  const columns: readonly DataColumn<RepeatView>[] = [
    { key: 'repeat', title: 'repeat', cell: ({ repeat }) => repeat + 1, sortBy: ({ repeat }) => repeat },
    ...(metric === undefined ? [] : [figure]),
    {
      key: 'machine',
      title: 'machine',
      cell: (repeat) => <Machine run={run} repeat={repeat} />,
      sortBy: ({ quality }) => (quality === null ? null : Object.keys(GRADES).indexOf(quality.grade)),
    },
  ]
  return (
    <Card title="Repeats" subtitle="and whether other work used the machine meanwhile">
      <DataTable caption="Repeats" columns={columns} rows={run.repeats} rowKey={({ repeat }) => String(repeat)} />
    </Card>
  )
}

/** The grade of a repeat and its reason, what it replaces or is replaced by, and how to measure it again. */
function Machine({ run, repeat }: { run: RunDocument; repeat: RepeatView }) {
  const { quality, replaced_by, replaces } = repeat
  return (
    <>
      {quality === null ? repeat.state : <Chip tone={GRADES[quality.grade].tone}>{GRADES[quality.grade].text}</Chip>}
      {replaced_by === null ? null : (
        <small className={styles['reason']}>Replaced by repeat {replaced_by + 1}: figures leave it out.</small>
      )}
      {replaces === null ? null : <small className={styles['reason']}>Made to replace repeat {replaces + 1}.</small>}
      {quality === null || quality.reason === '' ? null : <small className={styles['reason']}>{quality.reason}</small>}
      {quality === null || quality.grade === 'quiet' || replaced_by !== null || run.summary.state !== 'done' ? null : (
        <ForScope scope="operator">
          <ReplaceButton run={run} repeat={repeat.repeat} />
        </ForScope>
      )}
    </>
  )
}
