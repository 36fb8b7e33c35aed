import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { RunSummary } from '@/api/contracts'
import { runFilesUrl } from '@/api/downloads'
import { Button, ButtonLink } from '@/components/button'
import { EmptyState } from '@/components/empty_state'
import { ForScope } from '@/components/for_scope'
import { ErrorNotice } from '@/components/notice'
import { PageHeader } from '@/components/page_header'
import { classNames } from '@/lib/class_names'
import { formatCount, plural } from '@/lib/format/number'
import { HELP } from '@/lib/help'
import { oldestFirst } from '@/lib/oldest_first'
import { withoutEmpty } from '@/lib/search'
import { useShortcuts } from '@/lib/shortcuts/shortcuts'
import { useFleet } from '@/lib/use_fleet'
import { NARROW, useMedia } from '@/lib/use_media'
import { ImportButton } from './import_button'
import { countOf, endedOf, groupCount, nameOf, type Chosen } from './chosen'
import { listRows, rowKey, type ListRow } from './list_rows'
import { isActive, narrowColumns, runColumns, shownColumns, sortRuns } from './run_columns'
import { isCollapsed, isFiltered } from './run_filter'
import { RunFilters } from './run_filters'
import { RunMenu } from './run_menu'
import { RunTable } from './run_table'
import styles from './runs.module.css'
import type { RunsSearch } from './runs_search'
import { TagDialog } from './tag_dialog'
import { useGroupRuns } from './use_group_runs'
import { useRunDeeds } from './use_run_deeds'
import { useRuns, type RunList } from './use_runs'

/** More columns than this scroll sideways, and their heads no longer stay in sight. */
const USUAL_MOST = 8

function title(rows: readonly ListRow[], { total, whole }: RunList, filtered: boolean): string {
  if (total === null) return 'Runs'
  if (total === 0) return filtered ? 'No run found' : 'No runs yet'
  const runs = rows.flatMap((row) => (row.kind === 'run' && !row.nested ? [row.run] : []))
  const groups = rows.flatMap((row) => (row.kind === 'group' ? [row.group] : []))
  const count = groups.length > 0 && whole ? total - groups.length : total
  const several = whole ? groupCount(groups.length) : 'sweeps and suites'
  const found = [...(count > 0 ? [plural(count, 'run')] : []), ...(groups.length > 0 ? [several] : [])]
  const going_on = runs.filter(isActive).length + groups.filter((group) => group.state === 'running').length
  const queued = [...runs, ...groups].filter((one) => one.state === 'queued').length
  const now = [
    ...(going_on > 0 ? [`${formatCount(going_on)} running`] : []),
    ...(queued > 0 ? [`${formatCount(queued)} waiting`] : []),
  ]
  return [`${found.join(' and ')}${filtered ? ' found' : ''}`, ...now].join(', ')
}

/** Every run that was ever made: find, select, compare, tag, archive, delete. */
export function RunsPage() {
  const search = useSearch({ from: '/runs' })
  const navigate = useNavigate({ from: '/runs' })
  const fleet = useFleet()
  const list = useRuns(search, search.sort !== undefined)
  const deeds = useRunDeeds()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [tagging, setTagging] = useState<Chosen | null>(null)
  const last_selected = useRef<string | null>(null)

  const children = useGroupRuns(open)
  const colours = useMemo(() => new Map(fleet.nodes.map((node) => [node.name, node.colour])), [fleet.nodes])
  const columns = useMemo(
    () => runColumns([...list.runs, ...[...children.values()].flat()], (name) => colours.get(name) ?? 8, list.settings),
    [list.runs, list.settings, children, colours],
  )
  const shown = useMemo(() => shownColumns(columns, search.columns), [columns, search.columns])
  const narrow = useMedia(NARROW)
  const in_table = useMemo(() => (narrow ? narrowColumns(columns) : shown), [narrow, columns, shown])
  const runs = useMemo(() => sortRuns(list.runs, columns, search.sort), [list.runs, columns, search.sort])
  const collapsed = isCollapsed(search)
  const rows = useMemo(
    () => listRows(runs, list.groups, collapsed, open, children),
    [runs, list.groups, collapsed, open, children],
  )
  const in_sight = useMemo(() => rows.flatMap((row) => (row.kind === 'run' ? [row.run] : [])), [rows])
  const tags = useMemo(() => [...new Set(list.runs.flatMap((run) => run.tags))].sort(), [list.runs])
  const chosen_runs = in_sight.filter((run) => selected.has(run.id))
  const chosen_groups = rows.flatMap((row) => (row.kind === 'group' && selected.has(row.group.id) ? [row.group] : []))
  const chosen: Chosen = { runs: chosen_runs, groups: chosen_groups }
  const ended = endedOf(chosen)

  const change = (next: { readonly [Key in keyof RunsSearch]?: RunsSearch[Key] | undefined }) => {
    void navigate({ search: (now) => withoutEmpty<RunsSearch>({ ...now, ...next }), replace: true })
  }
  const select = (run: RunSummary, on: boolean, range: boolean) => {
    const from = range ? in_sight.findIndex((other) => other.id === last_selected.current) : -1
    const to = in_sight.findIndex((other) => other.id === run.id)
    const touched = from < 0 ? [run] : in_sight.slice(Math.min(from, to), Math.max(from, to) + 1)
    last_selected.current = run.id
    setSelected((now) => {
      const next = new Set(now)
      for (const { id } of touched) {
        if (on) next.add(id)
        else next.delete(id)
      }
      return next
    })
  }
  const compare = () => {
    if (chosen_runs.length < 1) return
    void navigate({ to: '/compare', search: { runs: oldestFirst(chosen_runs).join(',') } })
  }
  useShortcuts([
    { keys: 'c', label: 'Compare the selected runs', group: 'Runs', run: compare },
    { keys: 'Escape', label: 'Select none', group: 'Runs', run: () => setSelected(new Set()) },
  ])
  return (
    <>
      <PageHeader
        title={title(rows, list, isFiltered(search))}
        crumb="Runs"
        help={HELP.runs}
        actions={
          <ForScope scope="operator">
            <ImportButton />
            <ButtonLink to="/new" variant="primary" icon="plus">
              New run
            </ButtonLink>
          </ForScope>
        }
      />
      <div className={styles['bar']}>
        {countOf(chosen) === 0 ? (
          <RunFilters search={search} tags={tags} columns={columns} shown={shown} onChange={change} />
        ) : (
          <div className={styles['bulk']} role="toolbar" aria-label="Selected runs">
            <strong>{nameOf(chosen)} selected</strong>
            <Button small variant="primary" icon="compare" onClick={compare} disabled={chosen_runs.length < 2}>
              Compare
            </Button>
            <Button
              small
              disabled={countOf(ended) === 0}
              title="One file of the runs that have ended, for another console"
              onClick={() =>
                window.location.assign(
                  runFilesUrl(
                    ended.runs.map(({ id }) => id),
                    ended.groups.map(({ id }) => id),
                  ),
                )
              }
            >
              Export
            </Button>
            <ForScope scope="operator">
              <Button small icon="tag" onClick={() => setTagging(chosen)}>
                Tags
              </Button>
              <Button
                small
                icon="archive"
                onClick={() => {
                  deeds.archive(chosen, search.archived !== 'yes')
                  setSelected(new Set())
                }}
              >
                {search.archived === 'yes' ? 'Bring back' : 'Archive'}
              </Button>
              <Button
                small
                variant="danger"
                icon="trash"
                disabled={countOf(ended) === 0}
                onClick={() => {
                  deeds.remove(chosen)
                  setSelected(new Set())
                }}
              >
                Delete
              </Button>
            </ForScope>
            <Button small variant="quiet" onClick={() => setSelected(new Set())}>
              Select none
            </Button>
          </div>
        )}
      </div>
      {list.error === null ? null : (
        <ErrorNotice title="The runs could not be listed" error={list.error} onRetry={list.retry} />
      )}
      {search.sort !== undefined && !list.whole && list.total !== null ? (
        <p className={styles['loading']} role="status">
          Sorting needs all of them: {formatCount(list.runs.length)} of {formatCount(list.total)} loaded …
        </p>
      ) : null}
      <div className={classNames(styles['card'], in_table.length > USUAL_MOST && styles['wide'])}>
        {runs.length > 0 ? (
          <RunTable
            rows={rows}
            total={(list.total ?? runs.length) + rows.length - runs.length}
            columns={in_table}
            narrow={narrow}
            sort={search.sort}
            selected={selected}
            onSort={(sort) => change({ sort })}
            onSelect={select}
            onSelectGroup={(group, on) =>
              setSelected((now) => {
                const next = new Set(now)
                if (on) next.add(group.id)
                else next.delete(group.id)
                return next
              })
            }
            onSelectAll={(on) => setSelected(on ? new Set(rows.map(rowKey)) : new Set())}
            onOpen={(group, opened) =>
              setOpen((now) => {
                const next = new Set(now)
                if (opened) next.add(group.id)
                else next.delete(group.id)
                return next
              })
            }
            onEnd={list.more}
            menu={(run) => (
              <RunMenu run={run} deeds={deeds} onTags={(one) => setTagging({ runs: [one], groups: [] })} />
            )}
          />
        ) : list.loading ? (
          <div className={styles['placeholder']} aria-busy="true" />
        ) : list.error !== null ? null : isFiltered(search) || search.archived === 'yes' ? (
          <EmptyState
            title={
              search.archived === 'yes' && !isFiltered(search) ? 'The archive is empty' : 'No run fits this filter'
            }
            actions={<Button onClick={() => void navigate({ search: {}, replace: true })}>Show all runs</Button>}
          >
            {search.archived === 'yes'
              ? 'Archived runs are kept here, out of the way of the list.'
              : 'Remove a condition, or look in the archive.'}
          </EmptyState>
        ) : (
          <EmptyState
            title="No run has been made yet"
            actions={
              <ButtonLink to="/new" search={{}} variant="primary">
                Make the first run
              </ButtonLink>
            }
          >
            Choose a preset, launch it, and watch its nodes live.
          </EmptyState>
        )}
      </div>
      {runs.length > 0 && !list.whole && search.sort === undefined ? (
        <p className={styles['loading']}>
          {list.loading
            ? 'Loading more …'
            : `${formatCount(runs.length)} of ${formatCount(list.total ?? 0)} loaded; more as you scroll.`}
        </p>
      ) : null}
      {tagging === null ? null : (
        <TagDialog
          chosen={tagging}
          known={tags}
          onSave={(add, drop) => {
            deeds.retag(tagging, add, drop)
            setSelected(new Set())
          }}
          onClose={() => setTagging(null)}
        />
      )}
    </>
  )
}
