import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Session, UserView } from '@/api/contracts'
import { renderPage } from '@/testing/render_page'
import { consoleHandlers, server } from '@/testing/server'
import { sampleRuns } from '@/testing/sample_data'

const at = '2026-02-03T04:05:06.789Z'

function accessHandlers(scope: Session['scope']) {
  let users: UserView[] = []
  const sent: unknown[] = []
  const session = { required: true, scope, name: 'ada', has_users: true, has_password: true, provider: '' }
  const browser = { who: 'user:eve', address: '192.0.2.7', opened_at: at, used_at: at, ends_at: at }
  let sessions = [
    { ...browser, id: '0'.repeat(16), is_current: true },
    { ...browser, id: '1'.repeat(16), is_current: false, address: '192.0.2.8' },
  ]
  const handlers = [
    http.get('*/api/v1/session', () => HttpResponse.json(session)),
    http.get('*/api/v1/users', () => HttpResponse.json({ items: users })),
    http.post('*/api/v1/users', async ({ request }) => {
      const body = (await request.json()) as { name: string; scope: UserView['scope'] }
      sent.push(body)
      const user = { name: body.name, scope: body.scope, disabled: false, created_at: at, last_sign_in_at: null }
      users = [...users, user]
      return HttpResponse.json(user, { status: 201 })
    }),
    http.get('*/api/v1/tokens', () => HttpResponse.json({ items: [] })),
    http.post('*/api/v1/tokens', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      sent.push(body)
      const token = { ...body, created_at: at, created_by: 'ada', expires_at: at, last_used_at: null, revoked_at: null }
      return HttpResponse.json({ secret: 'orrery_secret', token }, { status: 201 })
    }),
    http.get('*/api/v1/sessions', () => HttpResponse.json({ items: sessions })),
    http.delete('*/api/v1/sessions/:id', ({ params }) => {
      sessions = sessions.filter((session) => session.id !== params['id'])
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('*/api/v1/session/password', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(session)
    }),
    http.get('*/api/v1/audit', () =>
      HttpResponse.json({
        items: [
          {
            number: 1,
            at,
            who: 'user:ada',
            address: '192.0.2.7',
            action: 'Launch a run',
            target: 'POST /api/v1/runs',
            status: 403,
          },
        ],
        next_cursor: null,
      }),
    ),
  ]
  return { handlers, sent }
}

function open(scope: Session['scope'], path = '/access') {
  const { handlers, sent } = accessHandlers(scope)
  const fake = { runs: sampleRuns(2), created: [], checked: [], deleted: [] }
  server.use(...handlers, ...consoleHandlers(fake))
  renderPage(path)
  return sent
}

describe('the page Access', () => {
  it('adds a user, makes a token and shows who did what', async () => {
    const sent = open('admin')
    const user = userEvent.setup()
    expect(await screen.findByText('user:ada')).toBeVisible()
    expect(screen.getByText('refused (403)')).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Add user' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Add user' }))
    await user.type(dialog.getByLabelText('Name'), 'Grace')
    await user.type(dialog.getByLabelText(/^Password/), 'correct horse battery')
    await user.click(dialog.getByRole('button', { name: 'Add user' }))
    expect(await screen.findByRole('rowheader', { name: 'grace' })).toBeVisible()
    expect(sent).toEqual([{ name: 'grace', scope: 'admin', password: 'correct horse battery' }])

    await user.click(screen.getByRole('button', { name: 'Make token' }))
    const form = within(screen.getByRole('dialog', { name: 'Make token' }))
    await user.type(form.getByLabelText('Name'), 'lab')
    await user.selectOptions(form.getByLabelText(/^Scope/), 'agent')
    await user.type(form.getByLabelText(/^Node/), 'lab-1')
    await user.click(form.getByRole('button', { name: 'Make token' }))
    expect(await screen.findByText('orrery_secret')).toBeVisible()
    expect(sent[1]).toEqual({ name: 'lab', scope: 'agent', node: 'lab-1', days: 90 })
  })

  it('lists sessions and ends one', async () => {
    open('admin')
    const user = userEvent.setup()
    const end = await screen.findByRole('button', { name: 'End the session of user:eve from 192.0.2.8' })
    expect(screen.getByText('this browser')).toBeVisible()
    await user.click(end)
    await waitFor(() => expect(screen.queryByRole('button', { name: /^End the session/ })).toBeNull())
  })

  it('is not offered to operators', async () => {
    open('operator')
    expect(await screen.findByText('Only administrators see this page')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Access' })).toBeNull()
  })

  it('has a viewer change the own password and end own sessions in the settings', async () => {
    const sent = open('viewer', '/settings')
    const user = userEvent.setup()
    expect(await screen.findByRole('button', { name: /^End the session/ })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Change password' }))
    await user.type(dialog.getByLabelText('Current password'), 'correct horse battery')
    await user.type(dialog.getByLabelText(/^New password/), 'another donkey charger')
    await user.click(dialog.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText(/Your other sessions have ended/)).toBeVisible()
    expect(sent).toEqual([{ current: 'correct horse battery', new: 'another donkey charger' }])
  })

  it('offers a viewer nothing that changes the console', async () => {
    open('viewer', '/runs')
    const user = userEvent.setup()
    await user.click((await screen.findAllByRole('button', { name: /^Actions for run/ }))[0]!)
    expect(await screen.findByRole('button', { name: 'Compare with …' })).toBeVisible()
    for (const name of [/Delete/, /Archive/, /Run again/, /Tags/]) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
    expect(screen.queryByRole('link', { name: /New run/ })).toBeNull()
  })
})
