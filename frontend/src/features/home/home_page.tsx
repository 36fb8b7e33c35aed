import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { GroupSummary, MetricTrend, RunSummary, SummaryMetric } from '@/api/contracts'
import { ButtonLink } from '@/components/button'
import { Card } from '@/components/card'
import { ForScope } from '@/components/for_scope'
import { GroupVerdict } from '@/components/group_verdict'
import { Icon } from '@/components/icon'
import { ErrorNotice } from '@/components/notice'
import { PageHeader } from '@/components/page_header'
import { ProgressBar } from '@/components/progress_bar'
import { StatePill } from '@/components/state_pill'
import { Time } from '@/components/time'
import { formatCount, plural } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'
import { HELP } from '@/lib/help'
import { intervalText, modesText } from '@/lib/metric_words'
import { useFleet } from '@/lib/use_fleet'
import { useTimeLeft } from '@/lib/use_time_left'
import styles from './home.module.css'
import { LEAST_RUNS, resultsOf, useFailures, useRegressions, useResults, useWork, type Work } from './use_work'

/** Sweeps, suites and runs that are listed by name; the rest is on the page Runs. */
const SHOWN = 8

function title({ ready, empty, groups, active, queued }: Work): string {
  if (!ready) return 'Home'
  if (empty) return 'No runs yet'
  const running = active.length + groups.filter((group) => group.state === 'running').length
  const waiting = queued.length + groups.filter((group) => group.state === 'queued').length
  const now = running === 0 ? 'Nothing is running' : `${formatCount(running)} running`
  return waiting === 0 ? now : `${now}, ${formatCount(waiting)} waiting`
}

/** What runs now, what was measured last, what went wrong, and how to begin. */
export function HomePage() {
  const work = useWork()
  return (
    <>
      <PageHeader
        title={title(work)}
        crumb="Home"
        help={HELP.run}
        actions={
          <ForScope scope="operator">
            <ButtonLink to="/new" variant="primary" icon="plus">
              New run
            </ButtonLink>
          </ForScope>
        }
      />
      {work.error === null ? null : (
        <ErrorNotice title="The runs could not be listed" error={work.error} onRetry={work.retry} />
      )}
      {!work.ready ? null : work.empty ? (
        <FirstSteps />
      ) : (
        <div className={styles['grid']}>
          <RunningCard work={work} />
          <ResultsCard />
          <FailuresCard />
          <RegressionsCard />
        </div>
      )}
    </>
  )
}

function RunningCard({ work: { groups, active, queued, settings } }: { work: Work }) {
  const rows = [
    ...groups.map((group) => <GroupRow key={group.id} group={group} />),
    ...[...active, ...queued].map((run) => <RunRow key={run.id} run={run} setting={settings.get(run.id)} />),
  ]
  return (
    <Card title="Running now" className={styles['wide']}>
      {rows.length === 0 ? (
        <p className={styles['none']}>
          No run is running or queued. <Link to="/runs">See the runs that have ended.</Link>
        </p>
      ) : (
        <ul className={styles['rows']}>{rows.slice(0, SHOWN)}</ul>
      )}
      {rows.length > SHOWN ? (
        <p className={styles['more']}>
          <Link to="/runs">{plural(rows.length - SHOWN, 'more')}</Link>
        </p>
      ) : null}
    </Card>
  )
}

function GroupRow({ group }: { group: GroupSummary }) {
  const { id, kind, number, state, runs, runs_done, runs_failed, progress, seconds_left } = group
  return (
    <Row
      name={
        <Link to="/groups/$id" params={{ id }}>
          {group.title}
        </Link>
      }
      about={`${kind} ${number}, ${runs_done} of ${plural(runs, 'run')} done${runs_failed > 0 ? `, ${runs_failed} failed` : ''}`}
      state={<StatePill state={state} />}
      progress={state === 'running' ? progress : null}
      label={`Progress of ${kind} ${number}`}
      seconds_left={seconds_left}
    />
  )
}

function RunRow({ run, setting }: { run: RunSummary; setting: string | undefined }) {
  const { id, number, name, state, nodes, progress, seconds_left, queue_position } = run
  const place = state === 'queued' && queue_position !== null ? [`place ${queue_position} in the queue`] : []
  return (
    <Row
      name={
        <Link to="/runs/$id" params={{ id }}>
          {name}
        </Link>
      }
      about={[...(setting === undefined ? [] : [setting]), `run ${number}`, ...place, ...nodes.slice(0, 3)].join(', ')}
      state={<StatePill state={state} />}
      progress={state === 'queued' && progress === 0 ? null : progress}
      label={`Progress of run ${number}`}
      seconds_left={seconds_left}
    />
  )
}

interface RowProps {
  name: ReactNode
  about: string
  state: ReactNode
  progress: number | null
  label: string
  seconds_left: number | null
}

function Row({ name, about, state, progress, label, seconds_left }: RowProps) {
  const left = useTimeLeft(seconds_left)
  return (
    <li className={styles['row']}>
      <div className={styles['name']}>
        {name}
        <small>{about}</small>
      </div>
      {state}
      <div className={styles['progress']}>
        {progress === null ? null : (
          <>
            <ProgressBar share={progress} label={label} />
            <small>
              {Math.round(progress * 100)} %{left === null ? '' : `, ${left}`}
            </small>
          </>
        )}
      </div>
    </li>
  )
}

function ResultsCard() {
  const asked = useResults()
  const found = asked.data === undefined ? [] : resultsOf(asked.data, SHOWN)
  const settings = new Map((asked.data?.settings ?? []).map(({ run, label }) => [run, label]))
  return (
    <Card title="Last results" subtitle="median over the repeats, and its interval" className={styles['wide']}>
      {asked.error !== null && asked.data === undefined ? (
        <ErrorNotice
          title="The last results could not be listed"
          error={asked.error}
          onRetry={() => void asked.refetch()}
        />
      ) : found.length === 0 ? (
        <p className={styles['none']}>{asked.isPending ? 'Loading…' : 'No run is done yet.'}</p>
      ) : (
        <ul className={styles['rows']}>
          {found.map((result) =>
            result.kind === 'run' ? (
              <RunResult key={result.run.id} run={result.run} setting={settings.get(result.run.id)} />
            ) : (
              <GroupResult key={result.group.id} group={result.group} ended_at={result.ended_at} />
            ),
          )}
        </ul>
      )}
      {found.length === 0 ? null : (
        <p className={styles['more']}>
          <Link to="/runs">All runs</Link>
        </p>
      )}
    </Card>
  )
}

function RunResult({ run, setting }: { run: RunSummary; setting: string | undefined }) {
  const { id, number, name, headline, checks_hold, created_at, ended_at } = run
  const [metric] = headline
  return (
    <li className={styles['result']}>
      <div className={styles['name']}>
        <Link to="/runs/$id" params={{ id }}>
          {name}
        </Link>
        <small>
          {setting === undefined ? '' : `${setting}, `}run {number}, <Time at={ended_at ?? created_at} />
          {checks_hold === false ? <span className={styles['failed']}>, checks failed</span> : null}
        </small>
      </div>
      {metric === undefined ? (
        <small>nothing measured</small>
      ) : (
        <div className={styles['figure']}>
          <span>
            <small>{metric.title}</small> <strong>{figureText(metric)}</strong>
          </span>
          <small>{metric.modes.length > 0 ? modesText(metric) : intervalText(metric)}</small>
        </div>
      )}
    </li>
  )
}

function figureText(metric: SummaryMetric): string {
  return metric.modes.length > 0 ? 'two modes' : formatQuantity(metric.median, metric.unit)
}

function GroupResult({ group, ended_at }: { group: GroupSummary; ended_at: string | null }) {
  const { id, kind, number, title, runs, runs_done, created_at } = group
  return (
    <li className={styles['result']}>
      <div className={styles['name']}>
        <Link to="/groups/$id" params={{ id }}>
          {title}
        </Link>
        <small>
          {kind} {number}, <Time at={ended_at ?? created_at} />
        </small>
      </div>
      <div className={styles['figure']}>
        <GroupVerdict group={group} />
        <small>
          {runs_done} of {plural(runs, 'run')} done
        </small>
      </div>
    </li>
  )
}

function FailuresCard() {
  const asked = useFailures()
  const failures = asked.data?.items ?? []
  const settings = new Map((asked.data?.settings ?? []).map(({ run, label }) => [run, label]))
  return (
    <Card title="Last failures">
      {asked.error !== null && asked.data === undefined ? (
        <ErrorNotice
          title="The failed runs could not be listed"
          error={asked.error}
          onRetry={() => void asked.refetch()}
        />
      ) : failures.length === 0 ? (
        <p className={styles['none']}>{asked.isPending ? 'Loading…' : 'No run has failed.'}</p>
      ) : (
        <ul className={styles['rows']}>
          {failures.map((run) => (
            <li key={run.id} className={styles['entry']}>
              <Link to="/runs/$id" params={{ id: run.id }}>
                {run.name}
              </Link>
              <small>
                {settings.has(run.id) ? `${settings.get(run.id) ?? ''}, ` : ''}run {run.number},{' '}
                <Time at={run.ended_at ?? run.created_at} />
              </small>
              {run.failure === null ? null : <p>{run.failure.message}</p>}
            </li>
          ))}
        </ul>
      )}
      {(asked.data?.total ?? 0) > failures.length ? (
        <p className={styles['more']}>
          <Link to="/runs" search={{ state: 'failed' }}>
            All {formatCount(asked.data?.total ?? 0)} failed runs
          </Link>
        </p>
      ) : null}
    </Card>
  )
}

function RegressionsCard() {
  const { trends, looked_at, pending, error } = useRegressions()
  return (
    <Card title="Got worse" subtitle="among the settings that were run last">
      {error !== null ? (
        <ErrorNotice title="The trends could not be read" error={error} />
      ) : pending ? (
        <p className={styles['none']}>Looking for changes…</p>
      ) : looked_at === 0 ? (
        <p className={styles['none']}>
          A change can be found once the same settings were run {LEAST_RUNS} times.{' '}
          <Link to="/docs/$page" params={{ page: 'trends' }}>
            How trends work
          </Link>
        </p>
      ) : trends.length === 0 ? (
        <p className={styles['none']}>Nothing got worse in the {plural(looked_at, 'trend')} of the newest runs.</p>
      ) : (
        <ul className={styles['rows']}>
          {trends.map((trend) => (
            <Regression key={trend.entry.run_id} trend={trend} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Regression({ trend: { entry, changes } }: { trend: MetricTrend }) {
  const change = changes.at(-1)
  return change === undefined ? null : (
    <li className={styles['entry']}>
      <Link to="/trends" search={{ run: String(change.run), mark: String(change.run) }}>
        {entry.title}
      </Link>
      <small>{plural(entry.runs, 'run')}</small>
      <p>{change.sentence}</p>
    </li>
  )
}

function FirstSteps() {
  const fleet = useFleet()
  const online = fleet.nodes.filter((node) => node.state === 'online').length
  return (
    <Card title="First steps">
      <ol className={styles['steps']}>
        <Step done={online > 0} name={<Link to="/fleet">Add a node</Link>}>
          {online > 0 ? `${plural(online, 'node')} online.` : 'A node is a machine that runs the simulation.'}
        </Step>
        <Step
          name={
            <Link to="/new" search={{ preset: online > 1 ? 'universe-two-nodes' : 'universe-one-node' }}>
              Launch a run
            </Link>
          }
        >
          Start from a preset and watch its nodes live.
        </Step>
        <Step
          name={
            <Link to="/docs/$page" params={{ page: 'first-run' }}>
              Read the first run
            </Link>
          }
        >
          It leads from a first result to a comparison of two runs.
        </Step>
        <Step name={<Link to="/suites">Run a suite</Link>}>
          It reproduces a study’s figures and checks its findings.
        </Step>
      </ol>
    </Card>
  )
}

function Step({ name, done = false, children }: { name: ReactNode; done?: boolean; children: ReactNode }) {
  return (
    <li>
      <span className={styles['step']}>
        {name}
        {done ? (
          <span className={styles['done']}>
            <Icon name="check" size={14} /> done
          </span>
        ) : null}
      </span>
      <p>{children}</p>
    </li>
  )
}
