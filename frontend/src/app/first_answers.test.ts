import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { queries } from '@/api/queries'
import { sampleRuns } from '@/testing/sample_data'
import { api, consoleHandlers, server } from '@/testing/server'
import { askAhead } from './first_answers'
import { createQueryClient } from './query_client'

const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  server.events.removeAllListeners()
  server.events.on('request:start', ({ request }) => {
    asked.push(new URL(request.url).pathname)
  })
  server.use(...consoleHandlers({ runs: sampleRuns(3), created: [], checked: [], deleted: [] }))
})

it('has the answer that the list of runs asks for', async () => {
  const client = createQueryClient()
  await askAhead(client, { pathname: '/runs', search: '?q=fast&archived=yes' })
  expect(asked).toEqual(['/api/v1/session', '/api/v1/runs'])
  const keys = client
    .getQueryCache()
    .getAll()
    .map((query) => query.queryKey)
  expect(keys).toContainEqual(['runs', 'list', expect.objectContaining({ q: 'fast', archived: true, collapsed: true })])
})

it('asks for nothing on another page', async () => {
  await askAhead(createQueryClient(), { pathname: '/fleet', search: '' })
  expect(asked).toEqual([])
})

it.each([
  ['is refused', () => HttpResponse.json({ required: true, scope: null, has_users: true, provider: '' })],
  ['has no answer', () => HttpResponse.error()],
])('asks for no run where the session %s', async (_, answer) => {
  server.use(http.get(api('/session'), answer))
  const client = createQueryClient()
  await askAhead(client, { pathname: '/runs', search: '' })
  expect(asked).toEqual(['/api/v1/session'])
  expect(client.getQueryState(queries.session().queryKey)).toBeDefined()
})
