/** Server state as react-query knows it: one key for each document, so that pages share what was fetched. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from './client'
import type { paths } from './contracts'

const LONG_MS = 10 * 60_000
const FIRST_RUNS = 50
const FURTHER_RUNS = 200

type Query<Path extends keyof paths> = NonNullable<
  (paths[Path] extends { get: { parameters: infer Parameters } } ? Parameters : never) extends { query?: infer Filter }
    ? Filter
    : never
>
export type RunsFilter = Omit<Query<'/api/v1/runs'>, 'cursor' | 'limit'>
export type GroupsFilter = Omit<Query<'/api/v1/groups'>, 'cursor'>
export type SpeedUpFilter = Query<'/api/v1/groups/{group}/speed-up'>
export type TrendFilter = Query<'/api/v1/runs/{run}/trend'>
export type SeriesFilter = Query<'/api/v1/runs/{run}/series'>
export type PositionsFilter = Query<'/api/v1/runs/{run}/positions'>

const first_page = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { readonly next_cursor: string | null }) => last.next_cursor,
}

export const queries = {
  health: () =>
    queryOptions({ queryKey: ['health'], queryFn: ({ signal }) => answer(api.GET('/api/v1/health', { signal })) }),
  session: () =>
    queryOptions({
      queryKey: ['session'],
      queryFn: ({ signal }) => answer(api.GET('/api/v1/session', { signal })),
      staleTime: LONG_MS,
    }),
  sessions: () =>
    queryOptions({ queryKey: ['sessions'], queryFn: ({ signal }) => answer(api.GET('/api/v1/sessions', { signal })) }),
  users: () =>
    queryOptions({ queryKey: ['users'], queryFn: ({ signal }) => answer(api.GET('/api/v1/users', { signal })) }),
  tokens: () =>
    queryOptions({ queryKey: ['tokens'], queryFn: ({ signal }) => answer(api.GET('/api/v1/tokens', { signal })) }),
  audit: (q: string) =>
    infiniteQueryOptions({
      queryKey: ['audit', q],
      queryFn: ({ signal, pageParam: cursor }) =>
        answer(api.GET('/api/v1/audit', { params: { query: { q, cursor } }, signal })),
      ...first_page,
    }),
  /** Read again while deliveries wait: each try may end that, or disable the webhook. */
  webhooks: () =>
    queryOptions({
      queryKey: ['webhooks'],
      queryFn: ({ signal }) => answer(api.GET('/api/v1/webhooks', { signal })),
      refetchInterval: ({ state: { data } }) =>
        data?.items.some((webhook) => webhook.waiting > 0) === true ? 2_000 : false,
    }),
  /** Read again while a delivery is on its way. */
  webhookDeliveries: (name: string) =>
    queryOptions({
      queryKey: ['webhooks', name, 'deliveries'],
      queryFn: ({ signal }) =>
        answer(api.GET('/api/v1/webhooks/{name}/deliveries', { params: { path: { name } }, signal })),
      refetchInterval: ({ state: { data } }) =>
        data?.items.some((delivery) => delivery.state === 'waiting') === true ? 1_000 : false,
    }),
  waitingNodes: () =>
    queryOptions({
      queryKey: ['waiting-nodes'],
      queryFn: ({ signal }) => answer(api.GET('/api/v1/nodes/waiting', { signal })),
    }),
  nodeLinks: () =>
    queryOptions({
      queryKey: ['node-links'],
      queryFn: ({ signal }) => answer(api.GET('/api/v1/nodes/links', { signal })),
      // While a measurement is on, its progress; else what another person measures.
      refetchInterval: ({ state: { data } }) => (data?.measuring ? 500 : 10_000),
    }),
  nodes: () =>
    queryOptions({ queryKey: ['nodes'], queryFn: ({ signal }) => answer(api.GET('/api/v1/nodes', { signal })) }),
  models: () =>
    queryOptions({
      queryKey: ['models'],
      queryFn: ({ signal }) => answer(api.GET('/api/v1/models', { signal })),
      staleTime: LONG_MS,
    }),
  presets: () =>
    queryOptions({
      queryKey: ['presets'],
      queryFn: ({ signal }) => answer(api.GET('/api/v1/presets', { signal })),
      staleTime: LONG_MS,
    }),
  runSpecSchema: () =>
    queryOptions({
      queryKey: ['schemas', 'run-spec'],
      queryFn: ({ signal }) => answer(api.GET('/api/v1/schemas/run-spec', { signal })),
      staleTime: LONG_MS,
    }),
  run: (run: string) =>
    queryOptions({
      queryKey: ['runs', 'one', run],
      queryFn: ({ signal }) => answer(api.GET('/api/v1/runs/{run}', { params: { path: { run } }, signal })),
    }),
  /** A short first page, which shows soon, then pages of `FURTHER_RUNS`. */
  runs: (filter: RunsFilter) =>
    infiniteQueryOptions({
      queryKey: ['runs', 'list', filter],
      queryFn: ({ signal, pageParam: cursor }) =>
        answer(
          api.GET('/api/v1/runs', {
            params: { query: { ...filter, cursor, limit: cursor === null ? FIRST_RUNS : FURTHER_RUNS } },
            signal,
          }),
        ),
      ...first_page,
    }),
  /** One page of the newest runs, in sweeps and suites or not. */
  newestRuns: (filter: RunsFilter & { limit: number }) =>
    queryOptions({
      queryKey: ['runs', 'newest', filter],
      queryFn: ({ signal }) => answer(api.GET('/api/v1/runs', { params: { query: filter }, signal })),
    }),
  /** The newest runs, for what tells those of one name apart. `newest`: id of the last that came. */
  settingsApart: (newest: string) =>
    queryOptions({
      queryKey: ['runs', 'settings', newest],
      queryFn: ({ signal }) => answer(api.GET('/api/v1/runs', { params: { query: { limit: FIRST_RUNS } }, signal })),
      staleTime: LONG_MS,
    }),
  series: (run: string, filter: SeriesFilter) =>
    queryOptions({
      queryKey: ['runs', 'series', run, filter],
      queryFn: ({ signal }) =>
        answer(api.GET('/api/v1/runs/{run}/series', { params: { path: { run }, query: filter }, signal })),
      staleTime: Number.POSITIVE_INFINITY, // what was measured does not change
    }),
  positions: (run: string, filter: PositionsFilter) =>
    queryOptions({
      queryKey: ['runs', 'positions', run, filter],
      queryFn: ({ signal }) =>
        answer(api.GET('/api/v1/runs/{run}/positions', { params: { path: { run }, query: filter }, signal })),
      staleTime: Number.POSITIVE_INFINITY, // what was measured does not change
    }),
  trends: (workload: string | null) =>
    queryOptions({
      queryKey: ['trends', 'list', workload],
      queryFn: ({ signal }) => answer(api.GET('/api/v1/trends', { params: { query: { workload } }, signal })),
    }),
  trend: (run: string, filter: TrendFilter) =>
    queryOptions({
      queryKey: ['trends', 'one', run, filter],
      queryFn: ({ signal }) =>
        answer(api.GET('/api/v1/runs/{run}/trend', { params: { path: { run }, query: filter }, signal })),
    }),
  group: (group: string) =>
    queryOptions({
      queryKey: ['groups', 'one', group],
      queryFn: ({ signal }) => answer(api.GET('/api/v1/groups/{group}', { params: { path: { group } }, signal })),
    }),
  groups: (filter: GroupsFilter) =>
    infiniteQueryOptions({
      queryKey: ['groups', 'list', filter],
      queryFn: ({ signal, pageParam: cursor }) =>
        answer(api.GET('/api/v1/groups', { params: { query: { ...filter, cursor } }, signal })),
      ...first_page,
    }),
  /** `revision` changes when the group has measured more. */
  speedUp: (group: string, filter: SpeedUpFilter, revision: string) =>
    queryOptions({
      queryKey: ['groups', 'speed-up', group, filter, revision],
      queryFn: ({ signal }) =>
        answer(api.GET('/api/v1/groups/{group}/speed-up', { params: { path: { group }, query: filter }, signal })),
    }),
  views: () =>
    queryOptions({ queryKey: ['views'], queryFn: ({ signal }) => answer(api.GET('/api/v1/views', { signal })) }),
  baselines: () =>
    queryOptions({
      queryKey: ['baselines'],
      queryFn: ({ signal }) => answer(api.GET('/api/v1/baselines', { signal })),
    }),
  groupComparison: (group: string, baseline: string) =>
    queryOptions({
      queryKey: ['baselines', 'against', group, baseline],
      queryFn: ({ signal }) =>
        answer(
          api.GET('/api/v1/groups/{group}/comparison', { params: { path: { group }, query: { baseline } }, signal }),
        ),
    }),
  suites: () =>
    queryOptions({
      queryKey: ['suites', 'list'],
      queryFn: ({ signal }) => answer(api.GET('/api/v1/suites', { signal })),
      staleTime: LONG_MS,
    }),
  suite: (name: string) =>
    queryOptions({
      queryKey: ['suites', 'one', name],
      queryFn: ({ signal }) => answer(api.GET('/api/v1/suites/{name}', { params: { path: { name } }, signal })),
      staleTime: LONG_MS,
    }),
  studies: () =>
    queryOptions({ queryKey: ['studies'], queryFn: ({ signal }) => answer(api.GET('/api/v1/studies', { signal })) }),
  reference: () =>
    queryOptions({
      queryKey: ['reference'],
      queryFn: ({ signal }) => answer(api.GET('/api/v1/reference', { signal })),
      staleTime: Number.POSITIVE_INFINITY,
    }),
} as const
