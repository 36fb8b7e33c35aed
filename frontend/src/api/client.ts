/** The REST interface (docs/formats/rest-api.md), typed by the OpenAPI document of the backend. */
import createClient, { type Middleware } from 'openapi-fetch'
import type { paths, Problem } from './contracts'

/** A call that failed: with the server's problem document if it answered with one, without if it could not be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number | null
  readonly problem: Problem | null

  constructor(message: string, status: number | null, problem: Problem | null) {
    super(message)
    this.status = status
    this.problem = problem
  }
}

async function failureOf(response: Response): Promise<ApiError> {
  const { status, statusText } = response
  if (response.headers.get('content-type')?.startsWith('application/problem+json') === true) {
    const problem = (await response.json()) as Problem
    return new ApiError(problem.detail || problem.title, status, problem)
  }
  // A proxy's page, most likely. Its status is all that is known.
  return new ApiError(`The console's server answered ${status} ${statusText}`.trim(), status, null)
}

const failures: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await failureOf(response)
  },
  onError({ error }) {
    if (error instanceof Error && error.name === 'AbortError') return error
    return new ApiError("The console's server cannot be reached", null, null)
  },
}

/** `api.GET('/api/v1/runs/{run}', { params, signal })`; `answer` unwraps what it resolves to. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  // A deletion that was asked for is done even if the tab is closed meanwhile.
  fetch: (request) => fetch(request.method === 'DELETE' ? new Request(request, { keepalive: true }) : request),
})
api.use(failures)

/** The document that a call answers with; undefined for 204. Rejects with `ApiError`. */
export async function answer<Data>(call: Promise<{ data?: Data }>): Promise<Data> {
  return (await call).data as Data
}

/** Names one run; `answer(api.POST('/api/v1/runs/{run}/cancel', ofRun(id)))`. */
export const ofRun = (run: string) => ({ params: { path: { run } } })

/** Names one sweep or suite that was run. */
export const ofGroup = (group: string) => ({ params: { path: { group } } })

/** The same key makes the same run at most once, however often the body is sent. */
export const once = (key: string) => ({ 'idempotency-key': key })
