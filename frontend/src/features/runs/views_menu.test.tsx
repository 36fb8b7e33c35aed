import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { View } from '@/api/contracts'
import { renderPage } from '@/testing/render_page'
import { sampleRuns } from '@/testing/sample_data'
import { consoleHandlers, problem, server } from '@/testing/server'

let views: View[]

function view(name: string, query: string): View {
  return { name, query, author: '', saved_at: '2026-03-03T12:00:00.000Z' }
}

beforeEach(() => {
  views = [view('slowest', 'sort=-duration'), view('everything', '')]
  server.use(
    http.get('*/api/v1/views', () => HttpResponse.json({ items: views })),
    http.put('*/api/v1/views/:name', async ({ params, request }) => {
      const { query } = (await request.json()) as { query: string }
      const saved = view(String(params['name']), query)
      views = [...views.filter(({ name }) => name !== saved.name), saved]
      return HttpResponse.json(saved)
    }),
    http.post('*/api/v1/views/:name/rename', async ({ params, request }) => {
      const { name } = (await request.json()) as { name: string }
      if (views.some((one) => one.name === name)) return problem(409, 'conflict', `There is a view ${name} already.`)
      views = views.map((one) => (one.name === params['name'] ? { ...one, name } : one))
      return new HttpResponse(null, { status: 204 })
    }),
    http.delete('*/api/v1/views/:name', ({ params }) => {
      views = views.filter(({ name }) => name !== params['name'])
      return new HttpResponse(null, { status: 204 })
    }),
    ...consoleHandlers({ runs: sampleRuns(3), created: [], checked: [], deleted: [] }),
  )
})

it('saves, opens, renames and deletes views of the list', async () => {
  const user = userEvent.setup({ delay: null })
  const { router } = renderPage('/runs?state=done&columns=name,state')
  await user.click(await screen.findByRole('button', { name: 'Views' }))
  await user.type(screen.getByLabelText('Save this view as'), 'finished{Enter}')
  const link = await screen.findByRole('link', { name: 'finished' })
  expect(link).toHaveAttribute('aria-current', 'page')
  expect(views.at(-1)?.query).toBe('state=done&columns=name%2Cstate')
  expect(screen.getByRole('link', { name: 'everything' })).not.toHaveAttribute('aria-current')
  await user.click(screen.getByRole('link', { name: 'slowest' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: '-duration' }))
  await user.click(screen.getByRole('link', { name: 'finished' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ state: 'done', columns: 'name,state' }))

  await user.click(screen.getByRole('button', { name: 'Rename the view finished' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Rename the view finished' }))
  const field = screen.getByLabelText('New name of finished')
  expect(field).toHaveFocus()
  await user.clear(field)
  await user.type(field, 'slowest{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('There is a view slowest already.')
  await user.clear(field)
  await user.type(field, 'done{Enter}')
  expect(await screen.findByRole('link', { name: 'done' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Delete the view slowest' }))
  await waitFor(() => expect(within(screen.getByRole('search')).queryByRole('link', { name: 'slowest' })).toBeNull())
  expect(views.map(({ name }) => name)).toEqual(['everything', 'done'])
})

it('opens a view with another text than the list has now', async () => {
  views = [view('ada', 'q=ada'), view('bob', 'q=bob')]
  const user = userEvent.setup({ delay: null })
  const { router } = renderPage('/runs?q=ada')
  await user.click(await screen.findByRole('button', { name: 'Views' }))
  await user.click(await screen.findByRole('link', { name: 'bob' }))
  const field = screen.getByRole('searchbox', { name: 'Find runs' })
  await waitFor(() => expect(field).toHaveValue('bob'))
  // The field puts a text that was typed into the address after a quarter of a second.
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(router.state.location.search).toEqual({ q: 'bob' })
})
