import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render_page'
import { consoleHandlers, problem, server } from '@/testing/server'

beforeEach(() => {
  server.use(...consoleHandlers({ runs: [], created: [], checked: [], deleted: [] }))
})

describe('the shell', () => {
  it('names the tab, and marks the page', async () => {
    renderPage('/runs')
    await waitFor(() => expect(document.title).toBe('No runs yet · Orrery'))
    expect(screen.getByRole('link', { name: 'Skip to the content' })).toHaveAttribute('href', '#main')
    expect(screen.getByRole('link', { name: 'Runs', current: 'page' })).toBeVisible()
  })

  it('goes anywhere by the palette', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/settings')
    await screen.findByRole('heading', { name: 'Settings' })
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox', { name: 'Go to a page, a preset, a suite or a run' })
    await screen.findByRole('option', { name: /A million entities/ })
    await user.type(field, 'million')
    expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.href).toBe('/new?preset=universe-pooled-million'))
    await user.keyboard('{Control>}k{/Control}')
    await user.click(await screen.findByRole('option', { name: /Suite: One node/ }))
    await waitFor(() => expect(router.state.location.href).toBe('/suites/uss-single-node'))
    expect(screen.queryByRole('combobox', { name: /Go to/ })).toBeNull()
  })

  it('goes by keys, and lists them', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/settings')
    await screen.findByRole('heading', { name: 'Settings' })
    await user.keyboard('gf')
    await waitFor(() => expect(router.state.location.pathname).toBe('/fleet'))
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Shortcuts' })
    expect(within(dialog).getByText('Command palette')).toBeVisible()
  })

  it('changes the theme, and keeps it', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/settings')
    await user.click(await screen.findByRole('button', { name: 'Dark theme' }))
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(localStorage.getItem('orrery.theme')).toBe('dark')
    await user.click(screen.getByRole('button', { name: 'Light theme' }))
    expect(document.documentElement.dataset['theme']).toBe('light')
  })

  it('says on every page that the store cannot be written, until it can', async () => {
    let is_full = true
    const full = 'The console’s store cannot be used: database or disk is full. Free space on its disk.'
    // Without an answer of its own the next handler answers: the console is well.
    server.use(http.get('*/api/v1/health', () => (is_full ? problem(503, 'unavailable', full) : undefined)))
    const { query_client } = renderPage('/runs')
    expect(await screen.findByRole('alert')).toHaveTextContent(full)
    is_full = false
    await query_client.invalidateQueries({ queryKey: ['health'] })
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('says that there is no such page', async () => {
    renderPage('/nowhere')
    expect(await screen.findByRole('heading', { name: 'There is no such page' })).toBeVisible()
  })

  it('asks for a token where the console wants one', async () => {
    let scope: string | null = null
    server.use(
      http.get('*/api/v1/session', () =>
        HttpResponse.json({ required: true, scope, name: '', has_users: false, provider: '' }),
      ),
      http.post('*/api/v1/session', async ({ request }) => {
        const { token } = (await request.json()) as { token: string }
        if (token !== 'right') return problem(401, 'unauthorized', 'This token is not known here.')
        scope = 'operator'
        return HttpResponse.json({ required: true, scope, name: '', has_users: false, provider: '' })
      }),
    )
    const user = userEvent.setup({ delay: null })
    renderPage('/fleet')
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Sign in with/ })).toBeNull()
    const field = await screen.findByLabelText('Token')
    await user.type(field, 'wrong{Enter}')
    expect(await screen.findByText(/This token is not known here\./)).toBeVisible()
    await user.clear(field)
    await user.type(field, 'right{Enter}')
    expect(await screen.findByRole('article', { name: 'Node lyra' })).toBeVisible()
  })

  it('offers the provider, and says why its sign-in did not succeed', async () => {
    const session = {
      required: true,
      scope: null,
      name: '',
      has_password: false,
      has_users: true,
      provider: 'id.example',
    }
    server.use(http.get('*/api/v1/session', () => HttpResponse.json(session)))
    window.history.replaceState(null, '', '/?sign_in_failure=no_scope')
    renderPage('/')
    const link = await screen.findByRole('link', { name: 'Sign in with id.example' })
    expect(link).toHaveAttribute('href', '/api/v1/session/provider?to=%2F')
    expect(screen.getByText(/Your account at the provider has no scope/)).toBeVisible()
    window.history.replaceState(null, '', '/')
  })

  it.each([
    [false, 0],
    [true, 1],
  ])('is measured only where its links are one row that scrolls: %s', async (is_narrow, measured) => {
    const size = vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get')
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      Object.assign(new EventTarget(), {
        matches: is_narrow && media === '(max-width: 899px)',
        media,
      } as MediaQueryList),
    )
    renderPage('/settings')
    await screen.findByRole('heading', { name: 'Settings' })
    expect(Math.min(1, size.mock.calls.length)).toBe(measured)
  })
})
