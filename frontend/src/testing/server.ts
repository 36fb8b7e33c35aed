import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type {
  BaselineEntry,
  FieldError,
  GroupDocument,
  GroupPatch,
  PublishedTable,
  Problem,
  RunPatch,
  RunSetting,
  RunSummary,
} from '@/api/contracts'
import { documentSchema, presets } from './contracts'
import { sampleBaseline, sampleGroupComparison } from './sample_baseline'
import { sample_suite, sampleSuiteRun, sampleSweep } from './sample_group'
import { sample_nodes, sample_spec, sampleRuns } from './sample_data'

export const api = (tail: string) => `*/api/v1${tail}`

export function problem(status: number, code: Problem['code'], detail: string, errors: FieldError[] = []) {
  const body: Problem = { type: 'about:blank', title: 'Refused', status, code, detail, errors }
  return HttpResponse.json(body, { status, headers: { 'content-type': 'application/problem+json' } })
}

/** What was asked of the console, and what it keeps: enough of it for tests of pages. */
export interface FakeConsole {
  runs: RunSummary[]
  readonly created: { readonly body: unknown; readonly key: string | null }[]
  readonly checked: unknown[]
  readonly deleted: string[]
  /** What tells runs of the same name apart. */
  settings?: RunSetting[]
  /** Sweeps and suites that were run. */
  groups?: GroupDocument[]
  baselines?: BaselineEntry[]
  /** Bodies of sweeps and suites that were launched, checked, and deeds done to groups. */
  readonly deeds?: { readonly deed: string; readonly body: unknown }[]
}

export function consoleHandlers(fake: FakeConsole) {
  let nodes = sample_nodes
  const find = (id: unknown) => fake.runs.find((run) => run.id === id || String(run.number) === id)
  const document = (run: RunSummary) => ({
    summary: run,
    spec: { ...sample_spec, name: run.name },
    nodes: [],
    metrics: [],
    repeats: [],
    events: [],
    schemas: [],
    versions: [],
    precision: null,
    outcome: '',
    annotations: [],
    window_modes: [],
  })
  return [
    http.get(api('/session'), () =>
      HttpResponse.json({
        required: false,
        scope: 'admin',
        name: '',
        has_password: false,
        has_users: false,
        provider: '',
      }),
    ),
    http.get(api('/nodes'), () => HttpResponse.json({ items: nodes, join_command: './orrery agent --join http://x' })),
    http.get(api('/nodes/links'), () => HttpResponse.json({ items: [], measuring: null })),
    http.get(api('/nodes/waiting'), () => HttpResponse.json({ items: [] })),
    http.get(api('/presets'), () => HttpResponse.json({ items: presets() })),
    http.get(api('/schemas/run-spec'), () => HttpResponse.json(documentSchema('RunSpec') as Record<string, never>)),
    http.post(api('/specs/check'), async ({ request }) => {
      fake.checked.push(await request.json())
      return HttpResponse.json({
        spec: sample_spec,
        nodes: ['lyra', 'cygnus'],
        assigned: ['30 entities, 1 manager', '10 entities'],
        expected_messages_per_step: [
          { kind: 'notify', title: 'Notify an entity or manager', expected: '41', counted: '0', bytes: '0' },
        ],
        estimate_s: 12,
        waiting: [null, null],
      })
    }),
    http.post(api('/runs'), async ({ request }) => {
      fake.created.push({ body: await request.json(), key: request.headers.get('idempotency-key') })
      const [run] = sampleRuns(1)
      if (run === undefined) throw new Error('no sample run')
      fake.runs = [run, ...fake.runs]
      return HttpResponse.json(document(run), { status: 201 })
    }),
    http.get(api('/runs'), ({ request }) => {
      const query = new URL(request.url).searchParams
      const state = query.get('state')
      const q = query.get('q')
      const group = query.get('group')
      const found = fake.runs.filter(
        (run) =>
          (state === null || run.state === state) &&
          (group === null || run.group?.id === group) &&
          (q === null || run.name.toLowerCase().includes(q.toLowerCase())) &&
          run.archived === (query.get('archived') === 'true'),
      )
      const at = Number(query.get('cursor') ?? 0)
      const limit = Number(query.get('limit') ?? 50)
      const next = at + limit
      return HttpResponse.json({
        items: found.slice(at, next),
        next_cursor: next < found.length ? String(next) : null,
        total: found.length,
        groups: (fake.groups ?? []).map((group) => group.summary),
        settings: fake.settings ?? [],
      })
    }),
    http.get(api('/runs/:id'), ({ params }) => {
      const run = find(params['id'])
      return run === undefined
        ? problem(404, 'not_found', `There is no run ${String(params['id'])}.`)
        : HttpResponse.json(document(run))
    }),
    ...groupHandlers(fake),
    http.patch(api('/runs/:id'), async ({ params, request }) => {
      const run = find(params['id'])
      if (run === undefined) return problem(404, 'not_found', 'There is no such run.')
      const patch = (await request.json()) as RunPatch
      const next = { ...run, tags: patch.tags ?? run.tags, archived: patch.archived ?? run.archived }
      fake.runs = fake.runs.map((other) => (other === run ? next : other))
      return HttpResponse.json(document(next))
    }),
    http.delete(api('/runs/:id'), ({ params }) => {
      fake.deleted.push(String(params['id']))
      fake.runs = fake.runs.filter((run) => run.id !== params['id'])
      return new HttpResponse(null, { status: 204 })
    }),
    http.post(api('/nodes/:name/forget'), ({ params }) => {
      nodes = nodes.filter((node) => node.name !== params['name'])
      return new HttpResponse(null, { status: 204 })
    }),
    http.get(api('/views'), () => HttpResponse.json({ items: [] })),
    http.get(api('/health'), () =>
      HttpResponse.json({
        status: 'ok',
        version: '0.1.0',
        commit: 'abc',
        command: './orrery',
        epoch: 'e',
        nodes_online: 2,
        runs: 3,
        keep_days: null,
        keep_runs: null,
      }),
    ),
  ]
}

function groupHandlers(fake: FakeConsole) {
  const find = (id: unknown) => (fake.groups ?? []).find((group) => group.summary.id === id)
  const deed = async (request: Request, words: string) => {
    const text = await request.text()
    fake.deeds?.push({ deed: words, body: text === '' ? null : (JSON.parse(text) as unknown) })
  }
  const made = (group: GroupDocument, status = 200) => {
    fake.groups = [group, ...(fake.groups ?? []).filter((other) => other.summary.id !== group.summary.id)]
    return HttpResponse.json(group, { status })
  }
  const check = {
    axes: sampleSweep().axes,
    cells: sampleSweep().cells.map(({ cell, item, label, values }) => ({
      cell,
      item,
      label,
      values,
      repeats: 5,
      nodes: ['lyra'],
      estimate_s: 10,
    })),
    runs: 6,
    repeats: 30,
    estimate_s: 60,
    estimated_cells: 6,
  }
  return [
    http.post(api('/sweeps/check'), async ({ request }) => {
      await deed(request, 'check sweep')
      return HttpResponse.json(check)
    }),
    http.post(api('/sweeps'), async ({ request }) => {
      await deed(request, 'sweep')
      return made(sampleSweep({ state: 'queued', runs_done: 0, progress: 0 }), 201)
    }),
    http.get(api('/suites'), () => HttpResponse.json({ items: [sample_suite] })),
    http.get(api('/suites/:name'), ({ params }) =>
      params['name'] === sample_suite.name
        ? HttpResponse.json(sample_suite)
        : problem(404, 'not_found', `There is no suite ${String(params['name'])}.`),
    ),
    http.post(api('/suites/:name/check'), async ({ request }) => {
      await deed(request, 'check suite')
      return HttpResponse.json(check)
    }),
    http.post(api('/suites/:name/run'), async ({ request }) => {
      await deed(request, 'suite')
      return made(sampleSuiteRun(), 201)
    }),
    http.get(api('/groups'), () => {
      const items = (fake.groups ?? []).map((group) => group.summary)
      return HttpResponse.json({ items, next_cursor: null, total: items.length })
    }),
    http.get(api('/baselines'), () => HttpResponse.json({ items: fake.baselines ?? [] })),
    http.put(api('/baselines/:name'), async ({ params, request }) => {
      await deed(request, `set baseline ${String(params['name'])}`)
      return HttpResponse.json(sampleBaseline(String(params['name'])))
    }),
    http.get(api('/groups/:id/comparison'), ({ request }) => {
      const query = new URL(request.url).searchParams
      return HttpResponse.json(sampleGroupComparison(query.get('baseline') ?? ''))
    }),
    http.get(api('/groups/:id'), ({ params }) => {
      const group = find(params['id'])
      return group === undefined ? problem(404, 'not_found', 'There is no such group.') : HttpResponse.json(group)
    }),
    http.get(api('/groups/:id/speed-up'), ({ request }) => {
      const query = new URL(request.url).searchParams
      fake.deeds?.push({ deed: 'speed-up', body: Object.fromEntries(query) })
      return HttpResponse.json({
        x: query.get('x'),
        x_title: 'Managers',
        metric: query.get('metric'),
        title: 'Step time, median',
        baseline_x: 1,
        series: [
          {
            label: 'entities 20',
            values: ['20'],
            points: [
              { x: 1, speed_up: 1, low: 1, high: 1, modes: [] },
              { x: 2, speed_up: 1.8, low: 1.7, high: 1.9, modes: [] },
            ],
            serial_fraction: 0.11,
            serial_fraction_low: 0.05,
            serial_fraction_high: 0.18,
            fitted: [1, 1.8],
            not_fitted: [],
            left_out: [],
          },
        ],
      })
    }),
    http.post(api('/groups/:id/:deed'), async ({ params, request }) => {
      await deed(request, String(params['deed']))
      const group = find(params['id'])
      if (group === undefined) return problem(404, 'not_found', 'There is no such group.')
      const state = params['deed'] === 'cancel' ? 'cancelled' : 'running'
      return made({ ...group, summary: { ...group.summary, state, ended_at: null, runs_failed: 0 } })
    }),
    http.patch(api('/groups/:id'), async ({ params, request }) => {
      const group = find(params['id'])
      if (group === undefined) return problem(404, 'not_found', 'There is no such group.')
      const patch = (await request.json()) as GroupPatch
      fake.deeds?.push({ deed: 'patch', body: patch })
      const { title, note, tags } = group.summary
      const summary = { title: patch.name ?? title, note: patch.note ?? note, tags: patch.tags ?? tags }
      // Its runs follow.
      const added = summary.tags.filter((tag) => !tags.includes(tag))
      const dropped = tags.filter((tag) => !summary.tags.includes(tag))
      fake.runs = fake.runs.map((run) =>
        run.group?.id === params['id']
          ? {
              ...run,
              tags: [...new Set([...run.tags, ...added])].filter((tag) => !dropped.includes(tag)),
              archived: patch.archived ?? run.archived,
            }
          : run,
      )
      return made({ ...group, summary: { ...group.summary, ...summary } })
    }),
    http.delete(api('/groups/:id'), ({ params }) => {
      fake.deleted.push(String(params['id']))
      fake.groups = (fake.groups ?? []).filter((group) => group.summary.id !== params['id'])
      return new HttpResponse(null, { status: 204 })
    }),
    http.get(api('/reference'), () => HttpResponse.json({ items: [sample_published] })),
  ]
}

const sample_published: PublishedTable = {
  id: 'uss.steps',
  source: 'uss',
  source_title: 'Universe simulation study',
  title: 'Step time by entities',
  where: 'Table 6.2',
  year: '1998',
  unit: 'ms',
  platforms: ['Pentium 90'],
  columns: ['entities', 'step_time_ms'],
  rows: [
    [20, 61],
    [40, 118],
  ],
  note: '',
}

export const server = setupServer()
