import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { answer, api } from '@/api/client'
import type { Comparison, RunSummary } from '@/api/contracts'
import { Button, ButtonLink } from '@/components/button'
import { Chip, ChipRow } from '@/components/chip'
import { CopyButton } from '@/components/copy_button'
import { EmptyState } from '@/components/empty_state'
import { ErrorNotice } from '@/components/notice'
import { PageHeader } from '@/components/page_header'
import { plural } from '@/lib/format/number'
import { HELP } from '@/lib/help'
import { oldestFirst } from '@/lib/oldest_first'
import { termLabel } from '@/lib/terms'
import { useShortcuts } from '@/lib/shortcuts/shortcuts'
import { PublishedCard } from '../reference/published_card'
import { ChecksCard } from '../results/checks_card'
import layout from '../results/layout.module.css'
import { ReportButton } from '../results/report_button'
import { RunPicker } from '../results/run_picker'
import { ComparedActivities } from './compared_activities'
import { ComparedRuns } from './compared_runs'
import { runsOf, type CompareSearch } from './compare_search'
import { titleOf } from './comparison_view'
import { DifferencesCard } from './differences_card'
import { ForestCard } from './forest_card'
import { MetricTable } from './metric_table'
import { ParameterCard } from './parameter_card'
import { VerdictCard } from './verdict_card'

function comparisonQuery(runs: readonly string[], baseline: string | undefined) {
  return queryOptions({
    queryKey: ['compare', runs, baseline],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/v1/compare', { params: { query: { runs: runs.join(','), baseline: baseline ?? null } }, signal }),
      ),
    enabled: runs.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** Runs compared with a baseline: what differs, what was found, and how sure that is. */
export function ComparePage() {
  const search = useSearch({ from: '/compare' })
  const navigate = useNavigate({ from: '/compare' })
  const [picks, setPicks] = useState(false)
  const runs = runsOf(search)
  const asked = useQuery(comparisonQuery(runs, search.baseline))
  const change = (part: Partial<CompareSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace: true, resetScroll: false })
  const add = (picked: readonly RunSummary[]) => {
    setPicks(false)
    change({ runs: [...new Set([...runs, ...oldestFirst(picked)])].join(',') })
  }
  const remove = (id: string) => {
    const left = runs.filter((other) => other !== id)
    void navigate({
      search: ({ baseline, ...now }) => ({
        ...now,
        runs: left.join(','),
        ...(baseline === undefined || baseline === id ? {} : { baseline }),
      }),
      replace: true,
      resetScroll: false,
    })
  }
  useShortcuts([{ keys: 'a', label: 'Add a run', group: 'Compare', run: () => setPicks(true) }])
  const picker = picks ? (
    <RunPicker
      title="Add runs to the comparison"
      confirm="Add"
      without={runs}
      onPick={add}
      onClose={() => setPicks(false)}
    />
  ) : null

  if (runs.length === 0) {
    return (
      <>
        <PageHeader
          title="Compare"
          help={HELP.compare}
          lead="Compare runs with a baseline: first what differs, then what it did to every metric."
        />
        <EmptyState
          title="No runs are chosen"
          actions={
            <>
              <Button variant="primary" onClick={() => setPicks(true)}>
                Choose runs
              </Button>
              <ButtonLink to="/runs">All runs</ButtonLink>
            </>
          }
        >
          Choose two or more runs that are done. The oldest is the baseline until you choose another.
        </EmptyState>
        {picker}
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={asked.data === undefined ? 'Compare' : titleOf(asked.data)}
        crumb="Compare"
        help={HELP.compare}
        chips={asked.data === undefined ? undefined : <SharedChips comparison={asked.data} />}
        actions={
          <>
            <Button icon="plus" onClick={() => setPicks(true)}>
              Add run
            </Button>
            <GroupLink comparison={asked.data} />
            {asked.data === undefined || asked.data.runs.length < 2 ? null : (
              <ReportButton of={{ runs: runs.join(','), baseline: asked.data.baseline }} />
            )}
            <CopyButton
              small={false}
              label="Copy link"
              title="For who can open this console; Report makes a file for others"
              text={() => window.location.href}
            />
          </>
        }
      />
      {asked.error === null ? null : (
        <ErrorNotice title="The runs could not be compared" error={asked.error} onRetry={() => void asked.refetch()} />
      )}
      {asked.data === undefined ? (
        asked.isPending ? (
          <p role="status">Comparing…</p>
        ) : null
      ) : (
        <Compared
          comparison={asked.data}
          search={search}
          onChange={change}
          onRemove={remove}
          onAdd={() => setPicks(true)}
        />
      )}
      {picker}
    </>
  )
}

interface ComparedProps {
  comparison: Comparison
  search: CompareSearch
  onChange: (part: Partial<CompareSearch>) => void
  onRemove: (id: string) => void
  onAdd: () => void
}

function Compared({ comparison, search, onChange, onRemove, onAdd }: ComparedProps) {
  return (
    <>
      <ComparedRuns comparison={comparison} onBaseline={(baseline) => onChange({ baseline })} onRemove={onRemove} />
      {comparison.runs.length < 2 ? (
        <EmptyState
          title="One run alone"
          actions={
            <Button variant="primary" onClick={onAdd}>
              Add a run
            </Button>
          }
        >
          Add another run to see what differs and what that did.
        </EmptyState>
      ) : (
        <>
          <VerdictCard comparison={comparison} />
          <div className={layout['grid']}>
            <div className={layout['column']}>
              <ForestCard comparison={comparison} />
              <ParameterCard comparison={comparison} search={search} onChange={onChange} />
            </div>
            <div className={layout['column']}>
              <DifferencesCard comparison={comparison} />
              <ComparedActivities comparison={comparison} />
              <ChecksCard checks={comparison.checks} empty="None of these runs has checked anything." />
              <PublishedCard tables={comparison.published} />
            </div>
          </div>
          <MetricTable comparison={comparison} />
        </>
      )}
    </>
  )
}

/** Runs of one sweep or suite have more charts on its page: over each of its parameters, speed-up, map. */
function GroupLink({ comparison }: { comparison: Comparison | undefined }) {
  const group = comparison?.runs[0]?.summary.group ?? null
  if (group === null || comparison?.runs.some((run) => run.summary.group?.id !== group.id) === true) return null
  return (
    <ButtonLink to="/groups/$id" params={{ id: group.id }}>
      The {group.kind} of these
    </ButtonLink>
  )
}

/** The runs' own checks, and those over all of them. */
function ChecksChip({ comparison: { runs, checks } }: { comparison: Comparison }) {
  const failed = checks.filter((check) => !check.holds).length
  const failed_runs = runs.filter((run) => run.summary.checks_hold === false)
  if (failed_runs.length > 0) return <Chip tone="bad">checks failed in {plural(failed_runs.length, 'run')}</Chip>
  if (failed > 0)
    return (
      <Chip tone="bad">
        {failed} of {plural(checks.length, 'check')} failed
      </Chip>
    )
  if (!runs.every((run) => run.summary.checks_hold === true)) return null
  return <Chip tone="good">all checks passed</Chip>
}

/** What all compared runs have in common, in a few words. */
function SharedChips({ comparison }: { comparison: Comparison }) {
  const first = comparison.runs[0]
  if (first === undefined) return null
  const nodes = comparison.runs.map((run) => run.summary.nodes.join(' + '))
  const workloads = [...new Set(comparison.runs.map((run) => termLabel(run.summary.workload)))]
  const paths = comparison.differences.map((difference) => difference.path)
  return (
    <ChipRow>
      {workloads.length === 1 ? <Chip>{workloads[0]}</Chip> : <Chip tone="warn">different workloads</Chip>}
      {new Set(nodes).size === 1 && nodes[0] !== '' ? <Chip>{nodes[0]}</Chip> : null}
      {paths.some((path) => path.includes('commit') || path.includes('version')) ? null : <Chip>same version</Chip>}
      <ChecksChip comparison={comparison} />
    </ChipRow>
  )
}
