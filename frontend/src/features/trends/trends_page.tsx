import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ApiError } from '@/api/client'
import type { MetricTrend, TrendEntry } from '@/api/contracts'
import { queries } from '@/api/queries'
import { workload_records } from '@/api/workloads'
import { Button, ButtonLink } from '@/components/button'
import { Card } from '@/components/card'
import { EmptyState } from '@/components/empty_state'
import { Field } from '@/components/form'
import { ErrorNotice, Notice } from '@/components/notice'
import { PageHeader } from '@/components/page_header'
import { plural } from '@/lib/format/number'
import { formatDay } from '@/lib/format/time'
import { HELP } from '@/lib/help'
import { withoutEmpty } from '@/lib/search'
import { useNow } from '@/lib/use_now'
import { ConclusionCard } from '../results/conclusion_card'
import { ReportButton } from '../results/report_button'
import { ChangesCard, CompareLink } from './changes_card'
import { AXES } from './trend_axis'
import { TrendCard } from './trend_card'
import { shapeText, trendConclusion } from './trend_view'
import styles from './trends.module.css'
import { dayStart, type TrendsSearch } from './trends_search'

/** A metric over all runs of the same settings, with the runs that changed it. */
export function TrendsPage() {
  const search = useSearch({ from: '/trends' })
  const navigate = useNavigate({ from: '/trends' })
  const listed = useQuery(queries.trends(search.workload ?? null))
  const entries = listed.data?.items
  const run = search.run ?? (entries?.[0] === undefined ? undefined : String(entries[0].run))
  const ends_first = search.from !== undefined && search.to !== undefined && search.to < search.from
  const since = search.from === undefined ? null : dayStart(search.from)
  const until = search.to === undefined ? null : dayStart(search.to, 1)
  const axis = search.axis ?? 'runs'
  const asked = useQuery({
    ...queries.trend(run ?? '', { metric: search.metric ?? null, since, until, axis }),
    enabled: run !== undefined && !ends_first,
    placeholderData: keepPreviousData,
  })
  const trend = asked.error === null && run !== undefined ? asked.data : undefined
  // The list says in which settings trends of one name differ.
  const title_of = (entry: TrendEntry) => entries?.find(({ run_id }) => run_id === entry.run_id)?.title ?? entry.title
  const change = (part: { readonly [Key in keyof TrendsSearch]?: TrendsSearch[Key] | undefined }) =>
    void navigate({
      search: (now) => withoutEmpty<TrendsSearch>({ ...now, ...part }),
      replace: true,
      resetScroll: false,
    })
  const all_days = () => change({ from: undefined, to: undefined })
  return (
    <>
      <PageHeader
        title={trend === undefined ? 'Trends' : `Trend of ${title_of(trend.entry)}`}
        lead="A metric over all finished runs with the same settings, and the runs with which it changed."
        help={HELP.trends}
        actions={
          run === undefined || trend === undefined || trend.points.length === 0 || ends_first ? undefined : (
            <ReportButton of={{ trend: run, metric: trend.metric.name, since, until, axis }} />
          )
        }
      />
      <div className={styles['page']}>
        <Choices search={search} entries={entries ?? []} trend={trend} onChange={change} />
        {listed.error === null ? null : (
          <ErrorNotice
            title="The settings could not be loaded"
            error={listed.error}
            onRetry={() => void listed.refetch()}
          />
        )}
        {ends_first ? (
          <Notice
            tone="bad"
            title="The last day is before the first day"
            actions={<Button onClick={all_days}>Show all days</Button>}
          />
        ) : asked.error instanceof ApiError && asked.error.status === 404 ? (
          <EmptyState title="There is no trend" actions={<ButtonLink to="/runs">All runs</ButtonLink>}>
            {asked.error.message}
          </EmptyState>
        ) : asked.error !== null ? (
          <ErrorNotice title="The trend could not be loaded" error={asked.error} onRetry={() => void asked.refetch()} />
        ) : trend !== undefined ? (
          <div className={styles['page']} aria-busy={asked.isPlaceholderData}>
            {axis === 'commits' && trend.points.length === 0 && trend.conclusion.doubts.length > 0 ? (
              <EmptyState
                title="No run has a known commit"
                actions={<Button onClick={() => change({ axis: undefined })}>Show runs in order</Button>}
              >
                {trend.conclusion.doubts.join(' ')}
              </EmptyState>
            ) : trend.points.length === 0 ? (
              <EmptyState
                title="No run ended in these days"
                actions={<Button onClick={all_days}>Show all days</Button>}
              >
                {whenText(trend.entry, new Date())}
              </EmptyState>
            ) : (
              <Found trend={trend} mark={search.mark === undefined ? null : Number(search.mark)} />
            )}
          </div>
        ) : entries?.length === 0 && run === undefined ? (
          <EmptyState title="Nothing ran twice" actions={<ButtonLink to="/runs">All runs</ButtonLink>}>
            {search.workload === undefined
              ? 'A trend needs runs with the same settings. Open a run and choose Run again.'
              : 'No settings of this workload ran more than once.'}
          </EmptyState>
        ) : listed.error === null ? (
          <p role="status">Loading the trend…</p>
        ) : null}
      </div>
    </>
  )
}

function Found({ trend, mark }: { trend: MetricTrend; mark: number | null }) {
  const now = useNow(60_000)
  const newest = trend.changes.at(-1)
  return (
    <>
      <ConclusionCard
        conclusion={trendConclusion(trend, now)}
        verdict={shapeText(trend)}
        actions={newest === undefined ? undefined : <CompareLink trend={trend} change={newest} />}
      />
      <TrendCard trend={trend} mark={mark} now={now} />
      {trend.changes.length === 0 ? null : <ChangesCard trend={trend} />}
    </>
  )
}

interface ChoicesProps {
  search: TrendsSearch
  entries: readonly TrendEntry[]
  trend: MetricTrend | undefined
  onChange: (part: { readonly [Key in keyof TrendsSearch]?: TrendsSearch[Key] | undefined }) => void
}

function Choices({ search, entries, trend, onChange }: ChoicesProps) {
  const chosen = trend?.entry
  // A run that ran once has a trend too, but is not in the list.
  const offered =
    chosen === undefined || entries.some((entry) => entry.run === chosen.run) ? entries : [chosen, ...entries]
  const workloads = workload_records.filter((record) => offered.some((entry) => entry.workload === record.kind))
  const option = (entry: TrendEntry) => (
    <option key={entry.run} value={entry.run}>
      {entry.title}, {plural(entry.runs, 'run')}
    </option>
  )
  return (
    <Card>
      <div className={styles['choices']} role="search" aria-label="Choose a trend">
        <Field label="Workload">
          <select
            value={search.workload ?? ''}
            onChange={(event) =>
              onChange({
                workload: event.target.value,
                run: undefined,
                mark: undefined,
                metric: undefined,
              })
            }
          >
            <option value="">all</option>
            {workload_records.map(({ kind, title }) => (
              <option key={kind} value={kind}>
                {title}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Setting">
          <select
            value={chosen?.run ?? ''}
            disabled={offered.length === 0}
            onChange={(event) => onChange({ run: event.target.value, mark: undefined, metric: undefined })}
          >
            {chosen === undefined ? <option value="">none chosen</option> : null}
            {workloads.map(({ kind, title }) => (
              <optgroup key={kind} label={title}>
                {offered.filter((entry) => entry.workload === kind).map(option)}
              </optgroup>
            ))}
          </select>
        </Field>
        <Field label="Metric">
          <select
            value={trend?.metric.name ?? ''}
            disabled={trend === undefined}
            onChange={(event) => onChange({ metric: event.target.value })}
          >
            {(trend?.metrics ?? []).map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Axis">
          <select
            value={search.axis ?? 'runs'}
            onChange={({ target }) =>
              onChange({ axis: target.value === 'dates' || target.value === 'commits' ? target.value : undefined })
            }
          >
            {AXES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field label="From">
          <input type="date" value={search.from ?? ''} onChange={(event) => onChange({ from: event.target.value })} />
        </Field>
        <Field label="To">
          <input type="date" value={search.to ?? ''} onChange={(event) => onChange({ to: event.target.value })} />
        </Field>
      </div>
    </Card>
  )
}

function whenText({ runs, first_at, last_at }: TrendEntry, now: Date): string {
  const [first, last] = [formatDay(first_at, now), formatDay(last_at, now)]
  return `${plural(runs, 'run')} of this setting ended ${first === last ? `on ${first}` : `from ${first} to ${last}`}.`
}
