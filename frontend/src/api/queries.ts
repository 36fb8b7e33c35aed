/** Server state as react-query knows it: one key for each document, so that pages share what was fetched. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { calls, type GroupsFilter, type RunsFilter, type SpeedUpFilter } from './calls'

const LONG_MS = 10 * 60_000

export const queries = {
  health: () => queryOptions({ queryKey: ['health'], queryFn: ({ signal }) => calls.health(signal) }),
  session: () =>
    queryOptions({ queryKey: ['session'], queryFn: ({ signal }) => calls.session(signal), staleTime: LONG_MS }),
  sessions: () => queryOptions({ queryKey: ['sessions'], queryFn: ({ signal }) => calls.sessions(signal) }),
  users: () => queryOptions({ queryKey: ['users'], queryFn: ({ signal }) => calls.users(signal) }),
  tokens: () => queryOptions({ queryKey: ['tokens'], queryFn: ({ signal }) => calls.tokens(signal) }),
  audit: (q: string) =>
    infiniteQueryOptions({
      queryKey: ['audit', q],
      queryFn: ({ signal, pageParam }) => calls.audit({ q, cursor: pageParam }, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next_cursor ?? undefined,
    }),
  waitingNodes: () =>
    queryOptions({ queryKey: ['waiting-nodes'], queryFn: ({ signal }) => calls.waitingNodes(signal) }),
  nodes: () => queryOptions({ queryKey: ['nodes'], queryFn: ({ signal }) => calls.nodes(signal) }),
  models: () =>
    queryOptions({ queryKey: ['models'], queryFn: ({ signal }) => calls.models(signal), staleTime: LONG_MS }),
  presets: () =>
    queryOptions({ queryKey: ['presets'], queryFn: ({ signal }) => calls.presets(signal), staleTime: LONG_MS }),
  runSpecSchema: () =>
    queryOptions({
      queryKey: ['schemas', 'run-spec'],
      queryFn: ({ signal }) => calls.runSpecSchema(signal),
      staleTime: LONG_MS,
    }),
  run: (id: string) => queryOptions({ queryKey: ['runs', 'one', id], queryFn: ({ signal }) => calls.run(id, signal) }),
  runs: (filter: Omit<RunsFilter, 'cursor'>) =>
    infiniteQueryOptions({
      queryKey: ['runs', 'list', filter],
      queryFn: ({ signal, pageParam }) => calls.runs({ ...filter, cursor: pageParam }, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next_cursor ?? undefined,
    }),
  group: (id: string) =>
    queryOptions({ queryKey: ['groups', 'one', id], queryFn: ({ signal }) => calls.group(id, signal) }),
  groups: (filter: Omit<GroupsFilter, 'cursor'>) =>
    infiniteQueryOptions({
      queryKey: ['groups', 'list', filter],
      queryFn: ({ signal, pageParam }) => calls.groups({ ...filter, cursor: pageParam }, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next_cursor ?? undefined,
    }),
  /** `revision` changes when the group has measured more. */
  speedUp: (id: string, filter: SpeedUpFilter, revision: string) =>
    queryOptions({
      queryKey: ['groups', 'speed-up', id, filter, revision],
      queryFn: ({ signal }) => calls.speedUp(id, filter, signal),
    }),
  baselines: () => queryOptions({ queryKey: ['baselines'], queryFn: ({ signal }) => calls.baselines(signal) }),
  groupComparison: (id: string, baseline: string) =>
    queryOptions({
      queryKey: ['baselines', 'against', id, baseline],
      queryFn: ({ signal }) => calls.groupComparison(id, baseline, signal),
    }),
  suites: () =>
    queryOptions({ queryKey: ['suites', 'list'], queryFn: ({ signal }) => calls.suites(signal), staleTime: LONG_MS }),
  suite: (name: string) =>
    queryOptions({
      queryKey: ['suites', 'one', name],
      queryFn: ({ signal }) => calls.suite(name, signal),
      staleTime: LONG_MS,
    }),
  studies: () => queryOptions({ queryKey: ['studies'], queryFn: ({ signal }) => calls.studies(signal) }),
  reference: () =>
    queryOptions({
      queryKey: ['reference'],
      queryFn: ({ signal }) => calls.reference(undefined, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
} as const
