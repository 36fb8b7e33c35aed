import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { problem, server } from '@/testing/server'
import { answer, api, ApiError, ofRun, once } from './client'

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const failure: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (failure instanceof ApiError) return failure
  throw new Error(`expected an ApiError, not ${String(failure)}`)
}

describe('a call that fails', () => {
  it('keeps field, value and remedy of what was refused', async () => {
    const error = { field: 'base.repeats', value: '0', message: 'Too few.', remedy: 'Use 1 to 1000.', place: '' }
    server.use(http.post('*/api/v1/runs', () => problem(422, 'invalid', 'The run is not valid.', [error])))
    const failure = await failureOf(answer(api.POST('/api/v1/runs', { body: {} as never })))
    expect(failure).toMatchObject({ message: 'The run is not valid.', status: 422, problem: { errors: [error] } })
  })

  it('says the status of an answer that is not the console’s', async () => {
    server.use(
      http.get('*/api/v1/health', () => new HttpResponse('<html>', { status: 502, statusText: 'Bad Gateway' })),
    )
    const failure = await failureOf(answer(api.GET('/api/v1/health')))
    expect(failure.message).toBe("The console's server answered 502 Bad Gateway")
    expect(failure).toMatchObject({ status: 502, problem: null })
  })

  it('says that the server cannot be reached', async () => {
    server.use(http.get('*/api/v1/health', () => HttpResponse.error()))
    expect(await failureOf(answer(api.GET('/api/v1/health')))).toMatchObject({ status: null, problem: null })
  })

  it('is no failure if the page itself gave it up', async () => {
    const asked = answer(api.GET('/api/v1/health', { signal: AbortSignal.abort() }))
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a request', () => {
  it('escapes names, repeats lists and leaves out what is null', async () => {
    let asked = ''
    server.use(
      http.get('*/api/v1/groups/:group/speed-up', ({ request }) => {
        asked = request.url.slice(request.url.indexOf('/api/'))
        return HttpResponse.json({})
      }),
      http.get('*/api/v1/runs', ({ request }) => {
        asked = request.url.slice(request.url.indexOf('/api/'))
        return HttpResponse.json({})
      }),
    )
    const query = { x: 'workers', metric: 'rate', series: ['a', 'b'], item: [] }
    await answer(api.GET('/api/v1/groups/{group}/speed-up', { params: { path: { group: 'a/b' }, query } }))
    expect(asked).toBe('/api/v1/groups/a%2Fb/speed-up?x=workers&metric=rate&series=a&series=b')
    await answer(api.GET('/api/v1/runs', { params: { query: { q: null, limit: 3 } } }))
    expect(asked).toBe('/api/v1/runs?limit=3')
  })

  it('outlives the page if it deletes, and carries the key of a launch', async () => {
    const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json({})))
    await answer(api.DELETE('/api/v1/runs/{run}', ofRun('7')))
    await answer(api.POST('/api/v1/runs', { params: { header: once('key') }, body: {} as never }))
    const requests = sent.mock.calls.map(([request]) => request as Request)
    expect(requests.map(({ keepalive }) => keepalive)).toEqual([true, false])
    expect(requests[1]?.headers.get('idempotency-key')).toBe('key')
  })
})
