import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { PublishedTable } from '@/api/contracts'
import { queries } from '@/api/queries'
import { EmptyState } from '@/components/empty_state'
import { ErrorNotice } from '@/components/notice'
import { PageHeader } from '@/components/page_header'
import { classNames } from '@/lib/class_names'
import { plural } from '@/lib/format/number'
import { PublishedChart } from './published_chart'
import styles from './reference.module.css'

/** What studies published: context for what is measured here, always marked as published. */
export function ReferencePage() {
  const search = useSearch({ from: '/reference' })
  const navigate = useNavigate({ from: '/reference' })
  const asked = useQuery(queries.reference())
  const tables = asked.data?.items ?? []
  const sources = [...new Map(tables.map((table) => [table.source, table.source_title]))]
  const listed = search.source === undefined ? tables : tables.filter((table) => table.source === search.source)
  const shown = tables.find((table) => table.id === search.table) ?? listed[0]
  return (
    <>
      <PageHeader
        title="Published figures"
        lead="What studies published, as they published it. The machines are decades apart: these figures are context, never a pass mark."
      />
      {asked.error === null ? null : (
        <ErrorNotice
          title="The published figures could not be loaded"
          error={asked.error}
          onRetry={() => void asked.refetch()}
        />
      )}
      {asked.data !== undefined && tables.length === 0 ? (
        <EmptyState title="No published figures">This console ships without any.</EmptyState>
      ) : null}
      {shown === undefined ? null : (
        <div className={styles['page']}>
          <nav className={styles['list']} aria-label="Published tables">
            <label className={styles['source_choice']}>
              <span className="unseen">Source</span>
              <select
                value={search.source ?? ''}
                onChange={(event) =>
                  void navigate({
                    search: event.target.value === '' ? {} : { source: event.target.value },
                    replace: true,
                  })
                }
              >
                <option value="">all sources, {plural(tables.length, 'table')}</option>
                {sources.map(([key, title]) => (
                  <option key={key} value={key}>
                    {title}
                  </option>
                ))}
              </select>
            </label>
            <ul>
              {listed.map((table) => (
                <li key={table.id}>
                  <TableLink table={table} current={table.id === shown.id} source={search.source} />
                </li>
              ))}
            </ul>
          </nav>
          <PublishedChart key={shown.id} table={shown} />
        </div>
      )}
    </>
  )
}

function TableLink({
  table,
  current,
  source,
}: {
  table: PublishedTable
  current: boolean
  source: string | undefined
}) {
  return (
    <Link
      to="/reference"
      search={{ table: table.id, ...(source === undefined ? {} : { source }) }}
      className={classNames(styles['link'], current && styles['current'])}
      aria-current={current ? 'page' : undefined}
      resetScroll={false}
    >
      <span>{table.title}</span>
      <small>
        {table.where} · {table.year}
      </small>
    </Link>
  )
}
