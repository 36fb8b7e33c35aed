import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { GroupSummary, RunSummary } from '@/api/contracts'
import { Chip } from '@/components/chip'
import { GroupVerdict } from '@/components/group_verdict'
import { NodeDot } from '@/components/node_dot'
import { ProgressBar } from '@/components/progress_bar'
import { StatePill } from '@/components/state_pill'
import { Time } from '@/components/time'
import { plural } from '@/lib/format/number'
import { formatSpan } from '@/lib/format/time'
import { commonScale } from '@/lib/format/unit'
import { termLabel } from '@/lib/terms'
import { FigureCell, MetricCell, shortUnit } from './repeat_ticks'
import styles from './runs.module.css'

export interface RunColumn {
  readonly key: string
  readonly title: string
  /** In px; the name takes what is left. */
  readonly width: number | null
  readonly numeric?: boolean
  /** Shown unless columns were chosen. */
  readonly usual: boolean
  readonly cell: (run: RunSummary) => ReactNode
  readonly sortBy?: (run: RunSummary) => number | string | null
  /** Place among the cells where a run has two lines, from 0; left out: not shown there. */
  readonly narrowPlace?: number
  /** The cell there, if it is another one. */
  readonly narrowCell?: (run: RunSummary) => ReactNode
  /** Of a sweep or suite that is one row; empty for what only a run has. */
  readonly groupCell?: (group: GroupSummary) => ReactNode
}

const ACTIVE = new Set(['placing', 'preparing', 'ready', 'running', 'collecting'])

export function isActive(run: RunSummary): boolean {
  return ACTIVE.has(run.state)
}

function seconds(run: Pick<RunSummary, 'started_at' | 'ended_at'>): number | null {
  if (run.started_at === null || run.ended_at === null) return null
  return (Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1000
}

function StateCell({ run }: { run: RunSummary }) {
  return (
    <span className={styles['state']}>
      <StatePill state={run.state} />
      {isActive(run) ? (
        <span className={styles['progress']}>
          <ProgressBar share={run.progress} label={`Progress of run ${run.number}`} />
        </span>
      ) : null}
      {/* Between interleaved repeats a run waits for its turn. */}
      {run.state === 'queued' && run.progress > 0 ? <small>{Math.round(run.progress * 100)} %</small> : null}
      {run.state === 'queued' && run.progress === 0 && run.queue_position !== null ? (
        <small>place {run.queue_position}</small>
      ) : null}
    </span>
  )
}

function GroupState({ group }: { group: GroupSummary }) {
  if (group.state !== 'running') return <GroupVerdict group={group} />
  return (
    <span className={styles['state']}>
      <StatePill state={group.state} />
      <span className={styles['progress']}>
        <ProgressBar share={group.progress} label={`Progress of ${group.kind} ${group.number}`} />
      </span>
    </span>
  )
}

function GroupRuns({ group: { runs, runs_done, runs_failed } }: { group: GroupSummary }) {
  return (
    <small className={styles['runs']}>
      {runs_done === runs ? plural(runs, 'run') : `${runs_done} of ${plural(runs, 'run')} done`}
      {runs_failed > 0 ? <span className={styles['failed']}>, {runs_failed} failed</span> : null}
    </small>
  )
}

function TagLinks({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => (
    <Link key={tag} to="/runs" search={{ tag }} className={styles['tag']} title={`Runs tagged ${tag}`}>
      {tag}
    </Link>
  ))
}

function GroupName({ group, with_runs }: { group: GroupSummary; with_runs: boolean }) {
  return (
    <span className={styles['name']}>
      <Link to="/groups/$id" params={{ id: group.id }} title={group.title}>
        {group.title}
      </Link>
      {with_runs ? <GroupRuns group={group} /> : null}
      <TagLinks tags={group.tags} />
    </span>
  )
}

function Holds({ holds }: { holds: boolean | null }) {
  if (holds === null) return <span className={styles['none']}>–</span>
  return holds ? <Chip tone="good">passed</Chip> : <Chip tone="bad">failed</Chip>
}

/**
 * The columns there are: the fixed ones, and one for each headline metric of the runs at hand. `settings`: what tells
 * runs of the same name apart, by id.
 */
export function runColumns(
  runs: readonly RunSummary[],
  colourOf: (node: string) => number,
  settings: ReadonlyMap<string, string>,
): readonly RunColumn[] {
  const metrics = new Map<string, string>()
  for (const run of runs) for (const metric of run.headline) metrics.set(metric.name, metric.title)
  // Runs of several workloads share no metric: each then shows the one that says most of it.
  const mixed = new Set(runs.flatMap(({ headline: [first] }) => first?.name ?? [])).size > 1
  const metric_columns = [...metrics].map(([name, title], index): RunColumn => {
    const find = (run: RunSummary) => run.headline.find((metric) => metric.name === name)
    // One unit for a column: 900 µs above 1.1 ms reads as the larger.
    const measured = runs.flatMap((run) => find(run) ?? [])
    const scale = commonScale(
      shortUnit(measured[0]?.unit ?? ''),
      measured.map(({ median }) => median),
    )
    return {
      key: name,
      title,
      width: 142,
      numeric: true,
      usual: !mixed && index < 2,
      ...(!mixed && index === 0 ? { narrowPlace: 2 } : {}),
      cell: (run) => <MetricCell metric={find(run)} scale={scale} />,
      sortBy: (run) => find(run)?.median ?? null,
      // A group has no one figure: its first metric's place says how many runs are in it.
      ...(index === 0 ? { groupCell: (group) => <GroupRuns group={group} /> } : {}),
    }
  })
  return [
    {
      key: 'number',
      title: 'Run',
      width: 58,
      numeric: true,
      usual: true,
      cell: (run) => run.number,
      groupCell: (group) => (
        <span className={styles['group_number']} title={`${group.kind} ${group.number}`}>
          {group.kind}
        </span>
      ),
      sortBy: (run) => run.number,
    },
    {
      key: 'name',
      title: 'Name',
      width: null,
      usual: true,
      narrowPlace: 0,
      cell: (run) => (
        <span className={styles['name']}>
          <span className={styles['titled']}>
            <Link to="/runs/$id" params={{ id: run.id }} title={run.failure?.message ?? run.name}>
              {run.group === null || run.group.label === '' ? run.name : run.group.label}
            </Link>
            {settings.has(run.id) ? (
              <small className={styles['setting']} title={settings.get(run.id)}>
                {settings.get(run.id)}
              </small>
            ) : null}
          </span>
          {run.failure === null ? null : <small className={styles['why']}>{run.failure.message}</small>}
          <TagLinks tags={run.tags} />
        </span>
      ),
      sortBy: (run) => run.name,
      groupCell: (group) => <GroupName group={group} with_runs={metric_columns.length === 0} />,
    },
    {
      key: 'state',
      title: 'State',
      width: 136,
      usual: true,
      narrowPlace: 1,
      cell: (run) => <StateCell run={run} />,
      narrowCell: (run) => <NarrowState run={run} />,
      groupCell: (group) => <GroupState group={group} />,
      sortBy: (run) => run.state,
    },
    {
      key: 'figure',
      title: 'Figure of merit',
      width: 284,
      usual: mixed,
      ...(mixed || metric_columns.length === 0 ? { narrowPlace: 2 } : {}),
      cell: ({ headline }) => <FigureCell metric={headline[0]} />,
      groupCell: (group) => <GroupRuns group={group} />,
    },
    ...metric_columns,
    {
      key: 'checks',
      title: 'Checks',
      width: 78,
      usual: true,
      cell: (run) => <Holds holds={run.checks_hold} />,
      // Once a group has ended, its state says what its checks found.
      groupCell: (group) =>
        group.state === 'running' ? <Holds holds={group.shapes_hold === false ? false : group.checks_hold} /> : null,
      sortBy: (run) => (run.checks_hold === null ? null : Number(run.checks_hold)),
    },
    {
      key: 'nodes',
      title: 'Nodes',
      width: 76,
      usual: true,
      cell: (run) => (
        <span className={styles['nodes']} title={run.nodes.join(', ')}>
          {run.nodes.slice(0, 5).map((name) => (
            <NodeDot key={name} colour={colourOf(name)} />
          ))}
          <span className="unseen">{run.nodes.join(', ')}</span>
          {run.nodes.length > 5 ? <small aria-hidden="true">+{run.nodes.length - 5}</small> : null}
        </span>
      ),
      sortBy: (run) => run.nodes.length,
    },
    {
      key: 'repeats',
      title: 'Repeats',
      width: 76,
      numeric: true,
      usual: false,
      cell: (run) => run.repeats,
      sortBy: (run) => run.repeats,
    },
    {
      key: 'workload',
      title: 'Workload',
      width: 132,
      usual: false,
      cell: (run) => termLabel(run.workload),
      groupCell: (group) => group.workloads.map(termLabel).join(', '),
      sortBy: (run) => run.workload,
    },
    {
      key: 'preset',
      title: 'Preset',
      width: 180,
      usual: false,
      cell: (run) => run.preset ?? <span className={styles['none']}>–</span>,
      sortBy: (run) => run.preset,
    },
    {
      key: 'duration',
      title: 'Took',
      width: 88,
      numeric: true,
      usual: false,
      cell: (run) => {
        const took = seconds(run)
        return took === null ? <span className={styles['none']}>–</span> : formatSpan(took)
      },
      sortBy: seconds,
      groupCell: (group) => {
        const took = seconds(group)
        return took === null ? <span className={styles['none']}>–</span> : formatSpan(took)
      },
    },
    {
      key: 'created',
      title: 'Created',
      width: 108,
      usual: true,
      narrowPlace: 3,
      cell: (run) => <Time at={run.created_at} />,
      groupCell: (group) => <Time at={group.created_at} />,
      sortBy: (run) => Date.parse(run.created_at),
    },
  ]
}

/** The cells of a run where two lines are all there is room for: name, state, leading figure, age. */
export function narrowColumns(all: readonly RunColumn[]): readonly RunColumn[] {
  return all
    .flatMap((column) => (column.narrowPlace === undefined ? [] : [{ column, place: column.narrowPlace }]))
    .toSorted((one, other) => one.place - other.place)
    .map(({ column }) => ({ ...column, cell: column.narrowCell ?? column.cell }))
}

/** The state, and whether checks failed: there is no column of checks. */
function NarrowState({ run }: { run: RunSummary }) {
  return (
    <span className={styles['state']}>
      <StateCell run={run} />
      {run.checks_hold === false ? <small className={styles['failed']}>checks failed</small> : null}
    </span>
  )
}

export function shownColumns(all: readonly RunColumn[], chosen: string | undefined): readonly RunColumn[] {
  if (chosen === undefined) return all.filter((column) => column.usual)
  const keys = chosen.split(',')
  return all.filter((column) => keys.includes(column.key) || column.key === 'name')
}

/** Nulls last in either direction; equal values newest first. */
export function sortRuns(
  runs: readonly RunSummary[],
  all: readonly RunColumn[],
  sort: string | undefined,
): readonly RunSummary[] {
  if (sort === undefined) return runs
  const descending = sort.startsWith('-')
  const by = all.find((column) => column.key === sort.replace(/^-/, ''))?.sortBy
  if (by === undefined) return runs
  const sign = descending ? -1 : 1
  return runs.toSorted((a, b) => {
    const [x, y] = [by(a), by(b)]
    if (x === y) return b.number - a.number
    if (x === null) return 1
    if (y === null) return -1
    if (typeof x === 'number' && typeof y === 'number') return sign * (x - y)
    return sign * String(x).localeCompare(String(y), 'en', { numeric: true }) || b.number - a.number
  })
}
