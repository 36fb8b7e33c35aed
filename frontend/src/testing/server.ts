import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type { FieldError, Preset, Problem, RunPatch, RunSummary } from '@/api/contracts'
import { sample_nodes, sample_spec, sampleRuns } from './sample_data'

const contracts = path.join(import.meta.dirname, '../../../contracts')
const api = (tail: string) => `*/api/v1${tail}`

function presets(): Preset[] {
  const folder = path.join(contracts, 'orrery_contracts/presets')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Preset)
}

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
  })
  return [
    http.get(api('/session'), () => HttpResponse.json({ required: false, role: null })),
    http.get(api('/nodes'), () => HttpResponse.json({ items: nodes, join_command: './orrery agent --join http://x' })),
    http.get(api('/presets'), () => HttpResponse.json({ items: presets() })),
    http.get(api('/schemas/run-spec'), () =>
      HttpResponse.json(
        JSON.parse(readFileSync(path.join(contracts, 'generated/schema/RunSpec.json'), 'utf8')) as Record<
          string,
          never
        >,
      ),
    ),
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
      const found = fake.runs.filter(
        (run) =>
          (state === null || run.state === state) &&
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
        groups: [],
      })
    }),
    http.get(api('/runs/:id'), ({ params }) => {
      const run = find(params['id'])
      return run === undefined
        ? problem(404, 'not_found', `There is no run ${String(params['id'])}.`)
        : HttpResponse.json(document(run))
    }),
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
    http.get(api('/health'), () =>
      HttpResponse.json({ status: 'ok', version: '0.1.0', commit: 'abc', epoch: 'e', nodes_online: 2, runs: 3 }),
    ),
  ]
}

export const server = setupServer()
