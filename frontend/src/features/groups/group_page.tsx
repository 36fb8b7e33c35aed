import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '@/api/client'
import type { GroupDocument, SuiteChart } from '@/api/contracts'
import { queries } from '@/api/queries'
import { ButtonLink } from '@/components/button'
import { DialogHost } from '@/components/dialog_host'
import { EmptyState } from '@/components/empty_state'
import { ErrorNotice, Notice } from '@/components/notice'
import { PageHeader } from '@/components/page_header'
import { withoutEmpty } from '@/lib/search'
import { useGroupTopic, useObservable } from '@/lib/stream'
import { PublishedCard } from '../reference/published_card'
import { ConclusionCard } from '../results/conclusion_card'
import layout from '../results/layout.module.css'
import { BaselineCard } from './baseline_card'
import { ExplorerCard } from './explorer_card'
import { GroupChart } from './group_chart'
import { GroupHeader } from './group_header'
import { GroupProgress } from './group_progress'
import styles from './groups.module.css'
import type { GroupSearch } from './group_search'
import { chartsOf, groupEnded } from './group_values'
import { ResultsCard } from './results_card'
import { ShapesCard } from './shapes_card'

const POLL_MS = 2_000

/** What a suite's checks come to. */
const SUITE_VERDICTS = {
  found: { text: 'passed', tone: 'good' },
  not_found: { text: 'finding not found', tone: 'warn' },
  not_certain: { text: 'not certain', tone: 'dashed' },
  open: { text: 'not measured', tone: 'dashed' },
  failed: { text: 'checks failed', tone: 'bad' },
} as const

/** A sweep or a suite that was run, at one address while it is on and afterwards. */
export function GroupPage() {
  const { id } = useParams({ from: '/groups/$id' })
  const asked = useQuery(queries.group(id))
  if (asked.data !== undefined) {
    return (
      <DialogHost key={asked.data.summary.id}>
        <Following asked={asked.data} given_id={id} />
      </DialogHost>
    )
  }
  if (asked.error instanceof ApiError && asked.error.status === 404) {
    return (
      <EmptyState title={`There is no sweep or suite run ${id}`} actions={<ButtonLink to="/runs">All runs</ButtonLink>}>
        It may have been deleted, or the link is incomplete.
      </EmptyState>
    )
  }
  return (
    <>
      <PageHeader title="Sweep" />
      {asked.error === null ? (
        <p role="status">Loading…</p>
      ) : (
        <ErrorNotice title="It could not be loaded" error={asked.error} onRetry={() => void asked.refetch()} />
      )}
    </>
  )
}

/** From the live stream, and by asking as long as the stream has not spoken. */
function Following({ asked, given_id }: { asked: GroupDocument; given_id: string }) {
  const client = useQueryClient()
  const topic = useGroupTopic(asked.summary.id)
  const state = useObservable(topic?.state, null)
  const live = state?.group ?? null
  const group = live ?? asked
  const ended = groupEnded(group)
  useQuery({ ...queries.group(given_id), refetchInterval: live === null && !ended ? POLL_MS : false })
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: ['groups', 'one', given_id] })
  }, [ended, client, given_id])
  return <Shown group={group} />
}

function Shown({ group }: { group: GroupDocument }) {
  const search = useSearch({ from: '/groups/$id' })
  const navigate = useNavigate({ from: '/groups/$id' })
  const change = (part: { readonly [Key in keyof GroupSearch]?: GroupSearch[Key] | undefined }) =>
    void navigate({
      search: (now) => withoutEmpty<GroupSearch>({ ...now, ...part }),
      replace: true,
      resetScroll: false,
    })
  const suite = group.suite
  const { charts, left_out } = chartsOf(group)
  const wanted = [...new Set([...(suite?.published ?? []), ...charts.flatMap((chart) => chart.published)])]
  const reference = useQuery({ ...queries.reference(), enabled: wanted.length > 0 })
  const published = (reference.data?.items ?? []).filter((table) => wanted.includes(table.id))
  const measured = group.metrics.length > 0
  // Tables are wide and stand below the charts; of a single cell they are narrow.
  const wide = (chart: SuiteChart) => chart.kind === 'table' && group.cells.length > 1
  const beside = charts.filter((chart) => !wide(chart))
  const failed = group.cells.flatMap(({ run }) => (run.failure === null ? [] : [{ run, failure: run.failure }]))[0]
  return (
    <>
      <GroupHeader group={group} />
      {group.conclusion === null ? null : (
        <ConclusionCard
          conclusion={group.conclusion}
          {...(suite === null ? {} : { verdict: SUITE_VERDICTS[group.conclusion.outcome] })}
        />
      )}
      <BaselineCard group={group} chosen={search.baseline} onChoose={(baseline) => change({ baseline })} />
      <GroupProgress group={group} />
      {failed === undefined ? null : (
        <Notice tone="bad" title={`Run ${failed.run.number} failed`}>
          <p>
            {failed.failure.message} {failed.failure.remedy}
          </p>
        </Notice>
      )}
      {!measured ? (
        <EmptyState title="Nothing has been measured yet">
          Charts and tables appear when the first repeat has ended.
        </EmptyState>
      ) : suite === null ? (
        <>
          <ExplorerCard group={group} search={search} onChange={change} />
          <ResultsCard group={group} columns={search.columns} onColumns={(columns) => change({ columns })} />
        </>
      ) : (
        <>
          <div className={layout[beside.length === 0 ? 'column' : 'grid']}>
            {beside.length === 0 ? null : (
              <div className={styles['charts']}>
                {beside.map((chart) => (
                  <GroupChart key={chart.name} group={group} chart={chart} published={published} />
                ))}
              </div>
            )}
            <div className={beside.length === 0 ? styles['charts'] : layout['column']}>
              <ShapesCard group={group} />
              <PublishedCard tables={published} />
            </div>
          </div>
          {charts.filter(wide).map((chart) => (
            <GroupChart key={chart.name} group={group} chart={chart} published={published} />
          ))}
          {left_out === 0 ? null : (
            <p className={styles['nothing']}>
              {left_out === 1 ? 'One more chart of the suite is' : `${left_out} more charts of the suite are`} of items
              that were not chosen.
            </p>
          )}
          <ExplorerCard group={group} search={search} onChange={change} />
          <ResultsCard group={group} columns={search.columns} onColumns={(columns) => change({ columns })} />
        </>
      )}
    </>
  )
}
