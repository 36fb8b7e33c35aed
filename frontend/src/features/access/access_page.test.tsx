import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { NewWebhook, Session, UserView, WebhookDelivery, WebhookPatch, WebhookView } from '@/api/contracts'
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
    ...webhookHandlers(sent),
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

function webhookHandlers(sent: unknown[]) {
  let webhooks: WebhookView[] = []
  let deliveries: WebhookDelivery[] = []
  return [
    http.get('*/api/v1/webhooks', () => HttpResponse.json({ items: webhooks })),
    http.post('*/api/v1/webhooks', async ({ request }) => {
      const body = (await request.json()) as NewWebhook
      sent.push(body)
      const webhook = { ...body, enabled: true, disabled_reason: '', created_at: at, created_by: 'ada', waiting: 0 }
      webhooks = [...webhooks, webhook]
      return HttpResponse.json({ secret: 'whsec_first', webhook }, { status: 201 })
    }),
    http.patch('*/api/v1/webhooks/:name', async ({ request }) => {
      const { enabled } = (await request.json()) as WebhookPatch
      const reason = enabled === true ? '' : 'The webhook was disabled.'
      webhooks = webhooks.map((one) => ({ ...one, enabled: enabled === true, disabled_reason: reason }))
      return HttpResponse.json(webhooks[0])
    }),
    http.post('*/api/v1/webhooks/:name/secret', () =>
      HttpResponse.json({ secret: 'whsec_second', webhook: webhooks[0] }),
    ),
    http.post('*/api/v1/webhooks/:name/test', () => {
      const delivery: WebhookDelivery = {
        id: 'msg_1',
        event: 'test',
        subject: 'test',
        state: 'failed',
        tries: 1,
        status: 500,
        error: 'The receiver answered 500.',
        created_at: at,
        tried_at: at,
        next_try_at: null,
      }
      deliveries = [delivery]
      return HttpResponse.json(delivery, { status: 202 })
    }),
    http.get('*/api/v1/webhooks/:name/deliveries', () => HttpResponse.json({ items: deliveries })),
    http.delete('*/api/v1/webhooks/:name', () => {
      webhooks = []
      return new HttpResponse(null, { status: 204 })
    }),
  ]
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

  it('adds a webhook, tries it, changes it and removes it', async () => {
    const sent = open('admin')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Add webhook' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Add webhook' }))
    await user.type(dialog.getByLabelText('Name'), 'Chat')
    await user.type(dialog.getByLabelText(/^Receiver/), 'https://chat.example.org/hook')
    expect(dialog.getByLabelText(/^node.lost/)).toBeChecked()
    await user.click(dialog.getByLabelText(/^group.ended/))
    await user.click(dialog.getByRole('button', { name: 'Add webhook' }))
    expect(await screen.findByText('whsec_first')).toBeVisible()
    expect(sent).toEqual([{ name: 'chat', url: 'https://chat.example.org/hook', events: ['run.ended', 'node.lost'] }])
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByText('whsec_first')).toBeNull()

    await user.click(await screen.findByRole('button', { name: 'Show deliveries of chat' }))
    expect(await screen.findByText('No deliveries yet')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Send test' }))
    expect(await screen.findByText('The receiver answered 500.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Close' }))

    await user.click(screen.getByRole('button', { name: 'Edit chat' }))
    await user.click(screen.getByRole('button', { name: 'Renew secret' }))
    expect(await screen.findByText('whsec_second')).toBeVisible()
    await user.click(screen.getByLabelText('enabled'))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('disabled: The webhook was disabled.')).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Remove chat' }))
    await user.click(screen.getByRole('button', { name: 'Remove webhook' }))
    expect(await screen.findByText('No webhooks')).toBeVisible()
  })

  it('says how a delivery failed and when it is tried again', async () => {
    open('admin')
    const now = Date.now()
    const delivery: WebhookDelivery = {
      id: 'msg_1',
      event: 'test',
      subject: 'test',
      state: 'waiting',
      tries: 1,
      status: null,
      error: 'The receiver cannot be reached.',
      created_at: new Date(now).toISOString(),
      tried_at: new Date(now).toISOString(),
      next_try_at: new Date(now + 45 * 60_000).toISOString(),
    }
    const webhook = {
      name: 'chat',
      url: 'https://chat.example.org/hook',
      events: ['run.ended'],
      enabled: true,
      disabled_reason: '',
      created_at: delivery.created_at,
      created_by: 'ada',
      waiting: 1,
    }
    server.use(
      http.get('*/api/v1/webhooks', () => HttpResponse.json({ items: [webhook] })),
      http.get('*/api/v1/webhooks/:name/deliveries', () => HttpResponse.json({ items: [delivery] })),
    )
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Show deliveries of chat' }))
    expect(await screen.findByText('waiting, try 1 failed')).toBeVisible()
    expect(screen.getByText(/^in 4[45].min$/)).toBeVisible()
    expect(screen.getByText('The receiver cannot be reached.')).toBeVisible()
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
