import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StudyPart, StudyResults, StudyRow } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Card } from '@/components/card'
import { Chip, type Tone } from '@/components/chip'
import { DataTable, type DataColumn } from '@/components/data_table'
import { ErrorNotice } from '@/components/notice'
import { PageHeader } from '@/components/page_header'
import { Time } from '@/components/time'
import { HELP } from '@/lib/help'
import styles from './studies.module.css'
import { coverageText } from './study_words'

type Verdict = NonNullable<StudyPart['last']>['verdict']

const VERDICTS: Record<Verdict, { tone: Tone; text: string }> = {
  passed: { tone: 'good', text: 'passed' },
  failed: { tone: 'bad', text: 'failed' },
  not_found: { tone: 'warn', text: 'not found here' },
  not_measured: { tone: 'dashed', text: 'not measured' },
}

/** Each figure, table and experiment of the studies, what reproduces it here, and the last result. */
export function StudiesPage() {
  const asked = useQuery(queries.studies())
  return (
    <>
      <PageHeader
        title="Studies"
        help={HELP.studies}
        lead="Every figure and table of the studies, the suite item that reproduces it, and its last result on this console."
      />
      {asked.error === null ? null : (
        <ErrorNotice title="The studies could not be loaded" error={asked.error} onRetry={() => void asked.refetch()} />
      )}
      <div className={styles['studies']}>
        {asked.data?.items.map((study) => (
          <StudyCard key={study.name} study={study} />
        ))}
      </div>
    </>
  )
}

function StudyCard({ study }: { study: StudyResults }) {
  return (
    <Card title={`${study.title} (${study.year})`} subtitle={coverageText(study)}>
      <DataTable caption={study.title} columns={COLUMNS} rows={study.rows} rowKey={(row) => row.where} />
    </Card>
  )
}

const COLUMNS: readonly DataColumn<StudyRow>[] = [
  { key: 'where', title: 'where', cell: (row) => row.where },
  { key: 'title', title: 'what', cell: (row) => <span className={styles['what']}>{row.title}</span> },
  {
    key: 'parts',
    title: 'reproduced by, last result',
    cell: (row) =>
      row.parts.length === 0 ? (
        <Chip tone="dashed">not reproduced</Chip>
      ) : (
        <ul className={styles['parts']}>
          {row.parts.map((part) => (
            <Part key={`${part.suite}/${part.item}`} part={part} />
          ))}
        </ul>
      ),
  },
  {
    key: 'published',
    title: 'published figures',
    cell: (row) => (
      <ul className={styles['parts']}>
        {row.published.map((table) => (
          <li key={table}>
            <Link to="/reference" search={{ table }}>
              {table}
            </Link>
          </li>
        ))}
      </ul>
    ),
  },
  { key: 'gap', title: 'missing', cell: (row) => <span className={styles['gap']}>{row.gap}</span> },
]

function Part({ part }: { part: StudyPart }) {
  const { suite, title, last } = part
  return (
    <li>
      <Link to="/suites/$name" params={{ name: suite }} title={`Suite ${suite}`}>
        {title}
      </Link>{' '}
      {last === null ? (
        <small>never run</small>
      ) : (
        <Link to="/groups/$id" params={{ id: last.group_id }} className={styles['last']}>
          <Chip tone={VERDICTS[last.verdict].tone}>{VERDICTS[last.verdict].text}</Chip>
          <small>
            <Time at={last.ended_at} />
          </small>
        </Link>
      )}
    </li>
  )
}
