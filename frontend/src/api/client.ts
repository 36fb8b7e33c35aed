import type { Problem } from './contracts'

/**
 * The REST interface, as typed calls. Every failure is an `ApiError`: with the server's problem document if it answered
 * with one, without if it could not be reached or said something else.
 */
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

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    'detail' in value &&
    typeof value.detail === 'string' &&
    'errors' in value &&
    Array.isArray(value.errors)
  )
}

async function problemOf(response: Response): Promise<ApiError> {
  const text = await response.text()
  try {
    const body: unknown = JSON.parse(text)
    if (isProblem(body)) return new ApiError(body.detail || body.title, response.status, body)
  } catch {
    // Not JSON: a proxy's page, most likely. Its status is all that is known.
  }
  return new ApiError(
    `The console's server answered ${response.status} ${response.statusText}`.trim(),
    response.status,
    null,
  )
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A list is given several times. */
  query?: Record<string, string | number | boolean | readonly string[] | undefined>
  body?: unknown
  /** Sent as it is, in place of `body`. */
  file?: File
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** `path` is below /api/v1. Resolves to the document, or undefined for 204. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(options.query ?? {})) {
    if (typeof value === 'object') for (const part of value) query.append(key, part)
    else if (value !== undefined && value !== '') query.set(key, String(value))
  }
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers }
  const init: RequestInit = { method: options.method ?? 'GET', headers }
  // A deletion that was asked for is done even if the tab is closed meanwhile.
  if (options.method === 'DELETE') init.keepalive = true
  if (options.signal) init.signal = options.signal
  if (options.body !== undefined) {
    init.body = JSON.stringify(options.body)
    headers['content-type'] = 'application/json'
  }
  if (options.file !== undefined) {
    init.body = options.file
    headers['content-type'] = 'application/vnd.sqlite3'
  }
  let response: Response
  try {
    response = await fetch(`/api/v1${path}${query.size > 0 ? `?${query.toString()}` : ''}`, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError("The console's server cannot be reached", null, null)
  }
  if (!response.ok) throw await problemOf(response)
  if (response.status === 204) return undefined as T
  return (await response.json()) as T
}
