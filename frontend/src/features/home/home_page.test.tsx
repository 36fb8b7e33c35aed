import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MetricTrend, TrendEntry } from '@/api/contracts'
import { renderPage } from '@/testing/render_page'
import { sampleRun } from '@/testing/sample_data'
import { sampleGroupSummary, sampleSweep } from '@/testing/sample_group'
import { consoleHandlers, problem, server, type FakeConsole } from '@/testing/server'

let fake: FakeConsole

function entry(run: number, runs: number): TrendEntry {
  return {
    run,
    run_id: sampleRun(run).id,
    title: `Settings of run ${run}`,
    workload: 'universe_steps',
    preset: null,
    runs,
    first_at: '2026-03-03T09:00:00.000Z',
    last_at: '2026-03-04T09:00:00.000Z',
  }
}

function trend(of: TrendEntry, verdict: 'better' | 'worse'): MetricTrend {
  const metric = { name: 'step_time.p50', title: 'Step time, median', unit: 'ns', better: 'lower' } as const
  return {
    entry: of,
    metric,
    metrics: [metric],
    axis: 'runs',
    points: [],
    shape: 'steps',
    changes: [
      {
        run: of.run,
        run_id: of.run_id,
        commit: 'abc1234',
        commit_before: '9876fed',
        before: 100,
        after: 112,
        ratio: 1.12,
        ratio_low: 1.09,
        ratio_high: 1.15,
        verdict,
        sentence: `The median step time got ${verdict} with run ${of.run}, commit abc1234.`,
      },
    ],
    conclusion: { outcome: 'found', sentence: '', findings: [], models: [], doubts: [], next_steps: [] },
  }
}

beforeEach(() => {
  fake = { runs: [], created: [], checked: [], deleted: [] }
  server.use(
    ...consoleHandlers(fake),
    http.get('*/api/v1/trends', () => HttpResponse.json({ items: [] })),
  )
})

afterEach(() => void vi.useRealTimers())

describe('the home page', () => {
  it('leads to a first run where there is none', async () => {
    renderPage('/')
    const steps = await screen.findByRole('region', { name: 'First steps' })
    expect(screen.getByRole('heading', { level: 1, name: 'No runs yet' })).toBeVisible()
    expect(await within(steps).findByText(/nodes online/)).toBeVisible()
    expect(within(steps).getByRole('link', { name: 'Launch a run' })).toHaveAttribute(
      'href',
      '/new?preset=universe-two-nodes',
    )
    expect(within(steps).getByRole('link', { name: 'Read the first run' })).toHaveAttribute('href', '/docs/first-run')
  })

  it('says what is on with its progress and time left, what waits, and why runs failed', async () => {
    const failure = {
      code: 'worker_died',
      phase: 'running',
      repeat: 2,
      node: 'cygnus',
      process: 'entity 17',
      message: 'The process entity 17 on cygnus was killed by signal 9.',
      remedy: 'Retry the run.',
      last_output: [],
    } as const
    fake.runs = [
      sampleRun(4, { state: 'queued', name: 'Waits' }),
      sampleRun(3, { state: 'running', name: 'Is on' }),
      sampleRun(2, { state: 'failed', name: 'Was killed', failure: { ...failure, last_output: [] } }),
      sampleRun(1, { name: 'Is done' }),
    ]
    renderPage('/')
    expect(await screen.findByRole('heading', { level: 1, name: '1 running, 1 waiting' })).toBeVisible()
    const running = screen.getByRole('region', { name: 'Running now' })
    expect(
      within(running)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Is on', 'Waits'])
    expect(within(running).getByRole('progressbar', { name: 'Progress of run 3' })).toHaveAttribute(
      'aria-valuenow',
      '52',
    )
    expect(within(running).getByText(/^52 %, 5\s?s left$/)).toBeVisible()
    const failures = screen.getByRole('region', { name: 'Last failures' })
    expect(await within(failures).findByText(failure.message)).toBeVisible()
    expect(within(failures).queryByText('Is done')).toBeNull()
  })

  it('leads with what was measured last: its figure and interval, what tells it apart, a sweep as one row', async () => {
    const sweep = sampleGroupSummary({ title: 'Managers and steps', number: 3, runs: 2, runs_done: 2 })
    const cell = (index: number) => ({
      id: sweep.id,
      number: sweep.number,
      kind: sweep.kind,
      title: sweep.title,
      item: '',
      cell: index,
      label: `managers ${index}`,
    })
    fake.groups = [{ ...sampleSweep(), summary: sweep }]
    fake.runs = [
      sampleRun(5, { group: cell(2), name: 'Managers and steps: managers 2' }),
      sampleRun(4, { group: cell(1), name: 'Managers and steps: managers 1' }),
      sampleRun(3, { name: 'Alike' }),
      sampleRun(2, { name: 'Alike', checks_hold: false }),
      sampleRun(1, { state: 'failed', name: 'Broke' }),
    ]
    fake.settings = [
      { run: sampleRun(3).id, label: 'managers 2' },
      { run: sampleRun(2).id, label: 'managers 1' },
    ]
    renderPage('/')
    const card = await screen.findByRole('region', { name: 'Last results' })
    await within(card).findByRole('link', { name: 'Managers and steps' })
    const rows = within(card).getAllByRole('listitem')
    expect(rows).toHaveLength(3)
    expect(rows[0]).toHaveTextContent('2 of 2 runs done')
    expect(rows[1]).toHaveTextContent(
      /^Alikemanagers 2, run 3, .*Step time, median 4\d\d\sµs95 % interval 4\d\d to 4\d\d\sµs$/,
    )
    expect(rows[2]).toHaveTextContent(/^Alikemanagers 1, run 2, .*checks failed/)
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  })

  it('says in which setting running runs of one name differ', async () => {
    fake.runs = [sampleRun(2, { state: 'queued', name: 'Alike' }), sampleRun(1, { state: 'running', name: 'Alike' })]
    fake.settings = [
      { run: sampleRun(2).id, label: 'managers 2' },
      { run: sampleRun(1).id, label: 'managers 1' },
    ]
    renderPage('/')
    const running = await screen.findByRole('region', { name: 'Running now' })
    expect(await within(running).findByText(/^managers 2, run 2, /)).toBeVisible()
    expect(within(running).getByText(/^managers 1, run 1, /)).toBeVisible()
  })

  it('lists a run that fails while the page is open', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fake.runs = [sampleRun(1, { state: 'running', name: 'Breaks' })]
    renderPage('/')
    const failures = await screen.findByRole('region', { name: 'Last failures' })
    expect(await within(failures).findByText('No run has failed.')).toBeVisible()
    fake.runs = [sampleRun(1, { state: 'failed', name: 'Breaks' })]
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(await within(failures).findByRole('link', { name: 'Breaks' })).toBeVisible()
  })

  it('names the change for the worse of the settings that were run last, and no other', async () => {
    const worse = entry(9, 12)
    const better = entry(8, 10)
    const asked: string[] = []
    server.use(
      http.get('*/api/v1/trends', () => HttpResponse.json({ items: [worse, better, entry(7, 7)] })),
      http.get('*/api/v1/runs/:id/trend', ({ params }) => {
        asked.push(String(params['id']))
        return HttpResponse.json(params['id'] === worse.run_id ? trend(worse, 'worse') : trend(better, 'better'))
      }),
    )
    fake.runs = [sampleRun(9)]
    renderPage('/')
    const card = await screen.findByRole('region', { name: 'Got worse' })
    expect(await within(card).findByText('The median step time got worse with run 9, commit abc1234.')).toBeVisible()
    expect(within(card).getAllByRole('listitem')).toHaveLength(1)
    expect(asked.toSorted()).toEqual([better.run_id, worse.run_id].toSorted())
  })

  it('counts the trends in which nothing got worse', async () => {
    const [first, second] = [entry(9, 12), entry(8, 10)]
    server.use(
      http.get('*/api/v1/trends', () => HttpResponse.json({ items: [first, second] })),
      http.get('*/api/v1/runs/:id/trend', () => HttpResponse.json(trend(first, 'better'))),
    )
    fake.runs = [sampleRun(9)]
    renderPage('/')
    const card = await screen.findByRole('region', { name: 'Got worse' })
    expect(await within(card).findByText('Nothing got worse in the 2 trends of the newest runs.')).toBeVisible()
  })

  it('passes over runs that have no results', async () => {
    const worse = entry(9, 12)
    const without = entry(8, 10)
    server.use(
      http.get('*/api/v1/trends', () => HttpResponse.json({ items: [without, worse] })),
      http.get('*/api/v1/runs/:id/trend', ({ params }) =>
        params['id'] === worse.run_id
          ? HttpResponse.json(trend(worse, 'worse'))
          : problem(404, 'not_found', 'Run 8 has no trend: the runs with its settings have no results.'),
      ),
    )
    fake.runs = [sampleRun(9)]
    renderPage('/')
    const card = await screen.findByRole('region', { name: 'Got worse' })
    expect(await within(card).findByText(/got worse with run 9/)).toBeVisible()
    expect(within(card).queryByRole('alert')).toBeNull()
  })

  it('is reached by key and by the name of the console', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/settings')
    await screen.findByRole('heading', { name: 'Settings' })
    await user.keyboard('gh')
    await screen.findByRole('region', { name: 'First steps' })
    expect(router.state.location.pathname).toBe('/')
    expect(screen.getByRole('link', { name: 'Orrery, home' })).toHaveAttribute('href', '/')
    expect(screen.getByRole('link', { name: 'Home', current: 'page' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Runs' })).not.toHaveAttribute('aria-current')
  })
})
