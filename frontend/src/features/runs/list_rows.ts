/** The rows of the list: runs, and sweeps and suites as one row each, with their runs below while they are open. Pure. */
import type { GroupSummary, RunSummary } from '@/api/contracts'

export type ListRow =
  | { readonly kind: 'run'; readonly run: RunSummary; readonly nested: boolean }
  | { readonly kind: 'group'; readonly group: GroupSummary; readonly open: boolean }

/** `children` are the runs of open groups by the group's id, as far as they are known. */
export function listRows(
  runs: readonly RunSummary[],
  groups: ReadonlyMap<string, GroupSummary>,
  collapsed: boolean,
  open: ReadonlySet<string>,
  children: ReadonlyMap<string, readonly RunSummary[]>,
): readonly ListRow[] {
  if (!collapsed) return runs.map((run) => ({ kind: 'run', run, nested: false }))
  const seen = new Set<string>()
  return runs.flatMap((run): ListRow[] => {
    const group = run.group === null ? undefined : groups.get(run.group.id)
    if (group === undefined) return [{ kind: 'run', run, nested: false }]
    // The newest run stands for its group; others that the stream brought are in it.
    if (seen.has(group.id)) return []
    seen.add(group.id)
    const is_open = open.has(group.id)
    const below = is_open ? (children.get(group.id) ?? []) : []
    return [
      { kind: 'group', group, open: is_open },
      ...below.map((child): ListRow => ({ kind: 'run', run: child, nested: true })),
    ]
  })
}

export function rowKey(row: ListRow): string {
  return row.kind === 'run' ? row.run.id : row.group.id
}
