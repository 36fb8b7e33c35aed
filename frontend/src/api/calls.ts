/** Every call of the REST interface (docs/formats/rest-api.md) that the console makes, typed. Failures are `ApiError`. */
import { request } from './client'
import type {
  ApproveNode,
  AuditPage,
  Baseline,
  BaselineList,
  Comparison,
  GroupComparison,
  GroupDocument,
  GroupPage,
  Health,
  ImportReport,
  LogLine,
  MadeToken,
  ModelExamples,
  ModelReport,
  MoveAccepted,
  MoveOrder,
  NewToken,
  NewUser,
  NodeList,
  PasswordChange,
  PresetList,
  PublishedTables,
  RunDocument,
  RunEvent,
  RunPage,
  RunPatch,
  RunSuite,
  SeriesList,
  Session,
  SessionList,
  SignedOut,
  SignIn,
  SpecCheck,
  SpeedUps,
  Suite,
  StudyIndex,
  SuiteList,
  SweepCheck,
  TokenList,
  TokenView,
  UserList,
  UserPatch,
  UserView,
  WaitingNodeList,
} from './contracts'

const part = encodeURIComponent

export interface RunsFilter {
  cursor?: string | undefined
  limit?: number | undefined
  /** Several are separated by commas. */
  state?: string | undefined
  workload?: string | undefined
  tag?: string | undefined
  node?: string | undefined
  preset?: string | undefined
  q?: string | undefined
  archived?: boolean | undefined
  /** Id of a sweep or suite: only its runs. */
  group?: string | undefined
  /** Of each sweep or suite only the newest run. */
  collapsed?: boolean | undefined
}

export interface SeriesFilter {
  repeat?: number | undefined
  node_index?: number | undefined
  frame?: 'window' | 'samples' | undefined
  /** Separated by commas. */
  columns?: string | undefined
  max_points?: number | undefined
  from_row?: number | undefined
  to_row?: number | undefined
}

export interface GroupsFilter {
  cursor?: string | undefined
  limit?: number | undefined
  kind?: 'sweep' | 'suite' | undefined
  /** A suite's name. */
  name?: string | undefined
}

export interface SpeedUpFilter {
  /** Path of the parameter: workers, threads, nodes. */
  x: string
  metric: string
  /** Paths of the parameters that tell series apart. */
  series: readonly string[]
  /** Names of a suite's items; none: all. */
  item: readonly string[]
}

type Signal = AbortSignal | undefined
const withSignal = (signal: Signal) => (signal === undefined ? {} : { signal })

export const calls = {
  health: (signal?: Signal) => request<Health>('/health', withSignal(signal)),

  session: (signal?: Signal) => request<Session>('/session', withSignal(signal)),
  signIn: (body: SignIn) => request<Session>('/session', { method: 'POST', body }),
  signOut: () => request<SignedOut>('/session', { method: 'DELETE' }),
  changePassword: (body: PasswordChange) => request<Session>('/session/password', { method: 'POST', body }),
  sessions: (signal?: Signal) => request<SessionList>('/sessions', withSignal(signal)),
  endSession: (id: string) => request<undefined>(`/sessions/${part(id)}`, { method: 'DELETE' }),
  users: (signal?: Signal) => request<UserList>('/users', withSignal(signal)),
  addUser: (body: NewUser) => request<UserView>('/users', { method: 'POST', body }),
  changeUser: (name: string, body: UserPatch) => request<UserView>(`/users/${part(name)}`, { method: 'PATCH', body }),
  removeUser: (name: string) => request<undefined>(`/users/${part(name)}`, { method: 'DELETE' }),
  tokens: (signal?: Signal) => request<TokenList>('/tokens', withSignal(signal)),
  makeToken: (body: NewToken) => request<MadeToken>('/tokens', { method: 'POST', body }),
  revokeToken: (name: string) => request<TokenView>(`/tokens/${part(name)}/revoke`, { method: 'POST' }),
  audit: (filter: { q: string; cursor: string | undefined }, signal?: Signal) =>
    request<AuditPage>('/audit', { query: { ...filter }, ...withSignal(signal) }),

  waitingNodes: (signal?: Signal) => request<WaitingNodeList>('/nodes/waiting', withSignal(signal)),
  approveNode: (name: string, body: ApproveNode) =>
    request<undefined>(`/nodes/${part(name)}/approve`, { method: 'POST', body }),
  nodes: (signal?: Signal) => request<NodeList>('/nodes', withSignal(signal)),
  forgetNode: (name: string) => request<undefined>(`/nodes/${part(name)}/forget`, { method: 'POST' }),

  presets: (signal?: Signal) => request<PresetList>('/presets', withSignal(signal)),
  runSpecSchema: (signal?: Signal) => request<unknown>('/schemas/run-spec', withSignal(signal)),
  /** `body` is a `NewRun` that may still be wrong. Nothing is stored. */
  checkSpec: (body: unknown, signal?: Signal) =>
    request<SpecCheck>('/specs/check', { method: 'POST', body, ...withSignal(signal) }),

  models: (signal?: Signal) => request<ModelExamples>('/models', withSignal(signal)),
  checkModel: (text: string, signal?: Signal) =>
    request<ModelReport>('/models/check', { method: 'POST', body: { text }, ...withSignal(signal) }),

  /** The same key makes the same run at most once, however often it is sent. */
  createRun: (body: unknown, idempotency_key: string) =>
    request<RunDocument>('/runs', { method: 'POST', body, headers: { 'Idempotency-Key': idempotency_key } }),
  runs: (filter: RunsFilter, signal?: Signal) =>
    request<RunPage>('/runs', { query: { ...filter }, ...withSignal(signal) }),
  run: (id: string, signal?: Signal) => request<RunDocument>(`/runs/${part(id)}`, withSignal(signal)),
  patchRun: (id: string, patch: RunPatch) =>
    request<RunDocument>(`/runs/${part(id)}`, { method: 'PATCH', body: patch }),
  moveEntities: (id: string, order: MoveOrder) =>
    request<MoveAccepted>(`/runs/${part(id)}/moves`, { method: 'POST', body: order }),
  cancelRun: (id: string) => request<RunDocument>(`/runs/${part(id)}/cancel`, { method: 'POST' }),
  retryRun: (id: string) => request<RunDocument>(`/runs/${part(id)}/retry`, { method: 'POST' }),
  deleteRun: (id: string) => request<undefined>(`/runs/${part(id)}`, { method: 'DELETE' }),
  runEvents: (id: string, after?: number, signal?: Signal) =>
    request<RunEvent[]>(`/runs/${part(id)}/events`, { query: { after }, ...withSignal(signal) }),
  runLog: (id: string, filter: { node?: string; level?: string; limit?: number }, signal?: Signal) =>
    request<LogLine[]>(`/runs/${part(id)}/log`, { query: filter, ...withSignal(signal) }),
  series: (id: string, filter: SeriesFilter, signal?: Signal) =>
    request<SeriesList>(`/runs/${part(id)}/series`, { query: { ...filter }, ...withSignal(signal) }),

  /** `body` is a `Sweep` that may still be wrong. Nothing is stored. */
  checkSweep: (body: unknown, signal?: Signal) =>
    request<SweepCheck>('/sweeps/check', { method: 'POST', body, ...withSignal(signal) }),
  createSweep: (body: unknown, idempotency_key: string) =>
    request<GroupDocument>('/sweeps', { method: 'POST', body, headers: { 'Idempotency-Key': idempotency_key } }),
  groups: (filter: GroupsFilter, signal?: Signal) =>
    request<GroupPage>('/groups', { query: { ...filter }, ...withSignal(signal) }),
  group: (id: string, signal?: Signal) => request<GroupDocument>(`/groups/${part(id)}`, withSignal(signal)),
  cancelGroup: (id: string) => request<GroupDocument>(`/groups/${part(id)}/cancel`, { method: 'POST' }),
  /** Makes a new run for each cell whose run has failed or was cancelled. */
  retryGroup: (id: string) => request<GroupDocument>(`/groups/${part(id)}/retry`, { method: 'POST' }),
  deleteGroup: (id: string) => request<undefined>(`/groups/${part(id)}`, { method: 'DELETE' }),
  speedUp: (id: string, filter: SpeedUpFilter, signal?: Signal) =>
    request<SpeedUps>(`/groups/${part(id)}/speed-up`, { query: { ...filter }, ...withSignal(signal) }),
  baselines: (signal?: Signal) => request<BaselineList>('/baselines', withSignal(signal)),
  setBaseline: (name: string, group: string) =>
    request<Baseline>(`/baselines/${part(name)}`, { method: 'PUT', body: { group } }),
  groupComparison: (id: string, baseline: string, signal?: Signal) =>
    request<GroupComparison>(`/groups/${part(id)}/comparison`, { query: { baseline }, ...withSignal(signal) }),
  suites: (signal?: Signal) => request<SuiteList>('/suites', withSignal(signal)),
  suite: (name: string, signal?: Signal) => request<Suite>(`/suites/${part(name)}`, withSignal(signal)),
  studies: (signal?: Signal) => request<StudyIndex>('/studies', withSignal(signal)),
  checkSuite: (name: string, body: RunSuite, signal?: Signal) =>
    request<SweepCheck>(`/suites/${part(name)}/check`, { method: 'POST', body, ...withSignal(signal) }),
  runSuite: (name: string, body: RunSuite, idempotency_key: string) =>
    request<GroupDocument>(`/suites/${part(name)}/run`, {
      method: 'POST',
      body,
      headers: { 'Idempotency-Key': idempotency_key },
    }),

  importRuns: (file: File) => request<ImportReport>('/imports', { method: 'POST', file }),
  compare: (runs: readonly string[], baseline: string | undefined, signal?: Signal) =>
    request<Comparison>('/compare', { query: { runs: runs.join(','), baseline }, ...withSignal(signal) }),
  reference: (source?: string, signal?: Signal) =>
    request<PublishedTables>('/reference', { query: { source }, ...withSignal(signal) }),
} as const

/** Where a browser downloads a run as a file. */
export function exportUrl(id: string, format: 'json' | 'csv'): string {
  return `/api/v1/runs/${part(id)}/export?format=${format}`
}

/** Where a browser downloads a report: one HTML file that opens offline. */
export function reportUrl(
  what: { readonly run: string } | { readonly group: string } | { readonly runs: string; readonly baseline: string },
): string {
  if ('run' in what) return `/api/v1/runs/${part(what.run)}/report`
  if ('group' in what) return `/api/v1/groups/${part(what.group)}/report`
  return `/api/v1/compare/report?${new URLSearchParams(what).toString()}`
}

/** Where a browser downloads runs with all that they measured, as a file for another console. */
export function runFileUrl(what: { readonly run: string } | { readonly group: string }): string {
  return `/api/v1/exports?${new URLSearchParams(what).toString()}`
}
