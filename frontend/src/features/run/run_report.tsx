import { queryOptions, useQuery } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import { exportUrl, runFileUrl } from '@/api/downloads'
import type { RunDocument } from '@/api/contracts'
import { Button } from '@/components/button'
import { Card } from '@/components/card'
import { ForScope } from '@/components/for_scope'
import { Popover } from '@/components/popover'
import { plural } from '@/lib/format/number'
import { ChecksCard, type NamedCheck } from '../results/checks_card'
import { EventList } from '../results/event_list'
import { FailureBanner } from '../results/failure_banner'
import layout from '../results/layout.module.css'
import { LogView } from '../results/log_view'
import { NotesCard } from '../results/notes_card'
import { workloadView } from '../results/registry'
import { ReportButton } from '../results/report_button'
import { ChangeButton, CompareButton, RetryButton, TrendLink } from '../results/run_actions'
import { RunHeader } from '../results/run_header'
import { ActivitiesReport } from './activities_report'
import { DataPathsCard } from './data_paths_card'
import { MessagesTable } from './messages_table'
import { MetricsCard } from './metrics_card'
import { NodesCard } from './nodes_card'
import { ProcessesCard } from './processes_card'
import { ReceiversCard } from './receivers_card'
import { RepeatsCard } from './repeats_card'
import { ReplayCard } from './replay_card'
import { ReportFigures } from './report_figures'
import styles from './run.module.css'
import { SeriesCard } from './series_card'
import { SpecCard } from './spec_card'

const LOG_LINES = 1_000

function logQuery(id: string) {
  return queryOptions({
    queryKey: ['runs', 'log', id],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/v1/runs/{run}/log', { params: { path: { run: id }, query: { limit: LOG_LINES } }, signal })),
  })
}

/** What a run that has ended measured, how far that can be relied on, and everything needed to repeat it. */
export function RunReport({ run }: { run: RunDocument }) {
  const log = useQuery(logQuery(run.summary.id))
  const { Report, Measured } = workloadView(run)
  const measured = run.repeats.some((repeat) => repeat.checks.length > 0 || repeat.messages.length > 0)
  // A run that was cancelled before its first result has shown its migrations all the same.
  const moved = run.events.some((event) => event.migration !== null)
  return (
    <>
      <RunHeader
        run={run}
        lead={run.outcome}
        actions={
          <>
            <ReportButton of={{ run: run.summary.id }} />
            <ExportMenu run={run} />
            <ForScope scope="operator">
              <ChangeButton run={run} />
              <RetryButton run={run} />
            </ForScope>
            {run.summary.state === 'done' && !run.summary.archived ? <TrendLink run={run} /> : null}
            {run.metrics.length > 0 ? <CompareButton run={run} /> : null}
          </>
        }
      />
      {run.summary.failure === null ? null : <FailureBanner failure={run.summary.failure} />}
      <ReportFigures run={run} />
      <div className={layout['grid']}>
        <div className={layout['column']}>
          {(measured || moved) && Measured !== undefined ? <Measured run={run} /> : null}
          {measured ? <MetricsCard run={run} /> : null}
          <ReceiversCard run={run} />
          <ActivitiesReport run={run} />
          <SeriesCard run={run} />
          <ReplayCard run={run} />
          {run.repeats.some((repeat) => repeat.messages.length > 0) ? <MessagesTable run={run} /> : null}
          <DataPathsCard run={run} />
          <ProcessesCard run={run} />
          <LogView run={run} lines={log.data ?? []} left_out={0} />
        </div>
        <div className={layout['column']}>
          <NotesCard run={run} />
          {measured ? <ChecksCard checks={namedChecks(run)} empty="This workload has checked nothing." /> : null}
          <RepeatsCard run={run} />
          {Report === null ? null : <Report run={run} />}
          <SpecCard run={run} />
          <NodesCard run={run} />
          <Card title="Events">
            <EventList run={run} events={run.events} />
          </Card>
          {run.versions.length === 0 ? null : (
            <Card title="What ran">
              <ul className={layout['note']}>
                {run.versions.map((version) => (
                  <li key={version}>{version}</li>
                ))}
              </ul>
            </Card>
          )}
        </div>
      </div>
    </>
  )
}

/** A check that is the same in every repeat is shown once. Pure. */
export function namedChecks(run: RunDocument): NamedCheck[] {
  const groups = new Map<string, { check: NamedCheck; repeats: number[] }>()
  for (const repeat of run.repeats) {
    for (const check of repeat.checks) {
      const key = [check.name, check.holds, check.expected, check.found].join('\u0000')
      const group: { check: NamedCheck; repeats: number[] } = groups.get(key) ?? { check, repeats: [] }
      group.repeats.push(repeat.repeat + 1)
      groups.set(key, group)
    }
  }
  const checked = run.repeats.filter((repeat) => repeat.checks.length > 0).length
  return [...groups.values()].map(({ check, repeats }) =>
    repeats.length === checked
      ? check
      : { ...check, where: `${repeats.length === 1 ? 'repeat' : 'repeats'} ${repeats.join(', ')}` },
  )
}

function ExportMenu({ run }: { run: RunDocument }) {
  return (
    <Popover label="Export" aria-label={`Export run ${run.summary.number}`}>
      <div className={styles['export']}>
        <Button small variant="quiet" onClick={() => follow(exportUrl(run.summary.id, 'json'))}>
          JSON, everything
        </Button>
        <Button small variant="quiet" onClick={() => follow(exportUrl(run.summary.id, 'csv'))}>
          CSV, {plural(run.metrics.length, 'metric')}
        </Button>
        <Button small variant="quiet" onClick={() => follow(exportUrl(run.summary.id, 'trace'))}>
          Trace for Perfetto
        </Button>
        <Button small variant="quiet" onClick={() => follow(runFileUrl({ run: run.summary.id }))}>
          File for another console
        </Button>
        <Button small variant="quiet" onClick={() => follow(runFileUrl({ run: run.summary.id }, 'parquet'))}>
          Parquet tables
        </Button>
      </div>
    </Popover>
  )
}

/** The server names the file; the page stays. */
function follow(url: string): void {
  window.location.assign(url)
}
