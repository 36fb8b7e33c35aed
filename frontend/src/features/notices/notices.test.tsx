import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { chooseNotices } from '@/lib/notice_choice'
import { renderPage } from '@/testing/render_page'
import { sampleRun } from '@/testing/sample_data'
import { sampleSuiteRun, sampleSweep } from '@/testing/sample_group'
import { consoleHandlers, server } from '@/testing/server'
import { groupNotices, newlyEnded, runNotice } from './ended'
import { EndedNotices } from './ended_notices'

interface Shown {
  title: string
  body: string
}

const shown: Shown[] = []

class FakeNotification {
  static permission = 'default'
  static requestPermission = vi.fn(() => {
    FakeNotification.permission = 'granted'
    return Promise.resolve('granted')
  })
  onclick: (() => void) | null = null
  constructor(title: string, { body }: { body: string }) {
    shown.push({ title, body })
  }
}

beforeEach(() => {
  shown.length = 0
  FakeNotification.permission = 'default'
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('isSecureContext', true)
  localStorage.clear()
  server.use(...consoleHandlers({ runs: [], created: [], checked: [], deleted: [] }))
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('what has ended', () => {
  it('is what was going on at the last look, or is newer', () => {
    const going = { id: 'b', number: 2, state: 'running' } as const
    const done = { ...going, state: 'done' } as const
    const older = { id: 'a', number: 1, state: 'done' } as const
    expect(newlyEnded(null, [done])).toEqual([])
    expect(newlyEnded([going], [done])).toEqual([done])
    expect(newlyEnded([done], [done])).toEqual([])
    expect(newlyEnded([], [done])).toEqual([done])
    expect(newlyEnded([done], [going])).toEqual([])
    expect(newlyEnded([done], [older]), 'comes into the list when a newer run is deleted').toEqual([])
  })

  it('is said of a run by itself, and of a sweep or suite once', () => {
    const run = { ...sampleRun(25), state: 'failed', group: null, checks_hold: false } as const
    expect(runNotice(run)).toMatchObject({ title: 'Run 25 failed', address: '/runs/25' })
    const { summary } = sampleSweep()
    expect(runNotice({ ...run, group: { id: summary.id } as never })).toBeNull()
    expect(groupNotices(summary, { items: [] })).toMatchObject([{ body: summary.title }])
  })

  it('is told for each baseline that a suite is worse than', () => {
    const { summary } = sampleSuiteRun()
    const notices = groupNotices(summary, { items: [{ baseline: 'main', sentence: 'Step time is worse.' }] })
    expect(notices).toMatchObject([
      {
        title: `Suite ${summary.number} is worse than baseline main`,
        body: `${summary.title}. Step time is worse.`,
        address: `/groups/${summary.number}?baseline=main`,
      },
    ])
  })
})

describe('notifications of the browser', () => {
  it('once switched on, tell of a suite that is worse than a baseline', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { summary } = sampleSuiteRun()
    let state: 'running' | 'done' = 'running'
    server.use(
      http.get('*/api/v1/runs', () => HttpResponse.json({ items: [], next_cursor: null, total: 0, groups: [] })),
      http.get('*/api/v1/groups', () =>
        HttpResponse.json({ items: [{ ...summary, state }], next_cursor: null, total: 1 }),
      ),
      http.get('*/api/v1/groups/:group/worse', () =>
        HttpResponse.json({ items: [{ baseline: 'main', sentence: 'Step time is worse.' }] }),
      ),
    )
    render(
      <QueryClientProvider client={new QueryClient()}>
        <EndedNotices />
      </QueryClientProvider>,
    )
    await chooseNotices(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(shown).toEqual([])
    state = 'done'
    await vi.advanceTimersByTimeAsync(11_000)
    await waitFor(() =>
      expect(shown).toEqual([
        { title: `Suite ${summary.number} is worse than baseline main`, body: `${summary.title}. Step time is worse.` },
      ]),
    )
    await chooseNotices(false)
  })

  it('are switched on in the settings, with the permission of the browser', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/settings')
    await user.click(await screen.findByRole('radio', { name: 'On' }))
    expect(FakeNotification.requestPermission).toHaveBeenCalled()
    expect(await screen.findByText(/this browser tells when something ends/)).toBeVisible()
    await chooseNotices(false)
  })

  it('cannot be switched on where the browser blocks them', async () => {
    FakeNotification.permission = 'denied'
    renderPage('/settings')
    expect(await screen.findByText(/blocks notifications of this console/)).toBeVisible()
    expect(screen.getByRole('radio', { name: 'On' })).toBeDisabled()
  })
})
