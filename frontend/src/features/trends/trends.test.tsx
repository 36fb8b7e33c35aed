import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { reportUrl } from '@/api/downloads'
import type { MetricTrend, TrendChange, TrendEntry } from '@/api/contracts'
import { renderPage } from '@/testing/render_page'
import { consoleHandlers, problem, server } from '@/testing/server'
import { timeTicks } from './trend_axis'
import { besideChange, shapeText, trendChart } from './trend_view'
import { dayStart, parseTrendsSearch } from './trends_search'

const NOW = new Date('2026-03-30T12:00:00.000Z')
const head = { name: 'step_time.p50', title: 'Step time, median', unit: 'ns', better: 'lower' as const }
const other_head = { name: 'step_time.p99', title: 'Step time, 99 %', unit: 'ns', better: 'lower' as const }

function runId(run: number): string {
  return `01jzq3v5m8c2k4w9x7t6n0r${String(run).padStart(3, '0')}`
}

function entry(run: number, changes: Partial<TrendEntry> = {}): TrendEntry {
  return {
    run,
    run_id: runId(run),
    title: 'Two nodes',
    workload: 'universe_steps',
    preset: null,
    runs: 16,
    first_at: '2026-03-01T12:00:00.000Z',
    last_at: '2026-03-16T12:00:00.000Z',
    ...changes,
  }
}

/** Runs 1 to 16; from run 9 on they took 1.2 times as long. */
function sampleTrend(changes: Partial<MetricTrend> = {}): MetricTrend {
  const points = Array.from({ length: 16 }, (_, index) => {
    const median = index < 8 ? 1_000_000 : 1_200_000
    return {
      run: index + 1,
      run_id: runId(index + 1),
      at: `2026-03-${String(index + 1).padStart(2, '0')}T12:00:00.000Z`,
      commit: `commit${index + 1}`,
      machines: 'lyra',
      disturbed: index === 2,
      metric: {
        ...head,
        // Run 2 has one repeat.
        values: index === 1 ? [median] : [median - 10_000, median, median, median, median + 20_000],
        median,
        low: index === 1 ? median : median - 10_000,
        high: index === 1 ? median : median + 20_000,
        interval: index === 1 ? ('range' as const) : ('confidence' as const),
        modes: [],
      },
    }
  })
  const change: TrendChange = {
    run: 9,
    run_id: runId(9),
    commit: 'commit9',
    commit_before: 'commit8',
    before: 1_000_000,
    after: 1_200_000,
    ratio: 1.2,
    ratio_low: 1.18,
    ratio_high: 1.22,
    verdict: 'worse',
    sentence: 'The median step time rose by 20 % (18 to 22 %) with run 9, between commits commit8 and commit9.',
  }
  return {
    entry: entry(16),
    metric: head,
    metrics: [head, other_head],
    axis: 'runs',
    points,
    shape: 'steps',
    changes: [change],
    conclusion: {
      outcome: 'found',
      sentence: change.sentence,
      findings: [],
      models: [],
      doubts: ['1 of 16 runs were disturbed by other work (run 3).'],
      next_steps: ['Compare runs 8 and 9, before and after the newest change.'],
    },
    ...changes,
  }
}

let entries: TrendEntry[]
let trend: MetricTrend
let asked: { readonly run: string; readonly query: Record<string, string> }[]

beforeEach(() => {
  entries = [entry(16), entry(30, { title: 'Ping', workload: 'messaging', runs: 2 })]
  trend = sampleTrend()
  asked = []
  server.use(
    http.get('*/api/v1/trends', ({ request }) => {
      const workload = new URL(request.url).searchParams.get('workload')
      return HttpResponse.json({ items: entries.filter((one) => workload === null || one.workload === workload) })
    }),
    http.get('*/api/v1/runs/:run/trend', ({ request, params }) => {
      asked.push({ run: String(params['run']), query: Object.fromEntries(new URL(request.url).searchParams) })
      return HttpResponse.json(params['run'] === '30' ? sampleTrend({ entry: entries[1]!, metrics: [head] }) : trend)
    }),
    ...consoleHandlers({ runs: [], created: [], checked: [], deleted: [] }),
  )
})

describe('the page of trends', () => {
  it('is headed by the settings that tell its trend from others of the name', async () => {
    entries = [entry(16, { title: 'Two nodes, managers 2' }), entry(12, { title: 'Two nodes, managers 1' })]
    renderPage('/trends')
    expect(await screen.findByRole('heading', { name: 'Trend of Two nodes, managers 2' })).toBeVisible()
    expect(screen.getByRole('option', { name: /^Two nodes, managers 1, / })).toBeVisible()
  })

  it('says what changed with which run, and opens the comparison of the runs beside it', async () => {
    renderPage('/trends')
    expect(await screen.findByRole('heading', { name: 'Trend of Two nodes' })).toBeVisible()
    const conclusion = screen.getByRole('region', { name: 'Conclusion' })
    expect(within(conclusion).getByRole('heading', { level: 2 })).toHaveTextContent(trend.conclusion.sentence)
    expect(conclusion).toHaveTextContent(/^worse/)
    expect(conclusion).toHaveTextContent(/The change lies between run 8, 8 Mar.*, and run 9, 9 Mar/)
    expect(conclusion).toHaveTextContent('1 of 16 runs were disturbed')
    const changes = screen.getByRole('region', { name: '1 change' })
    const row = within(changes).getByRole('row', { name: /run 8, run 9/ })
    expect(row).toHaveTextContent('commit8, commit9')
    expect(row).toHaveTextContent(/1\.00.ms1\.20.ms1\.20× \(1\.18× to 1\.22×\)worse/)
    expect(within(row).getByRole('link', { name: 'run 8' })).toHaveAttribute('href', `/runs/${runId(8)}`)
    expect(within(row).getByRole('link', { name: 'Compare before and after: runs 8 and 9' })).toHaveAttribute(
      'href',
      `/compare?runs=${runId(8)},${runId(9)}&baseline=${runId(8)}`,
    )
  })

  it('holds metric, days and the marked run in the address', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/trends?run=4&mark=4')
    await screen.findByText('Trend of Two nodes')
    expect(screen.getByLabelText('Setting')).toHaveValue('16')
    await user.selectOptions(screen.getByLabelText('Metric'), 'step_time.p99')
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-02' } })
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-09' } })
    const choices = { run: '4', mark: '4', metric: 'step_time.p99', from: '2026-03-02', to: '2026-03-09' }
    await waitFor(() => expect(router.state.location.search).toEqual(choices))
    const query = {
      metric: 'step_time.p99',
      since: new Date(2026, 2, 2).toISOString(),
      until: new Date(2026, 2, 10).toISOString(),
    }
    await waitFor(() => expect(asked.at(-1)).toEqual({ run: '4', query: { ...query, axis: 'runs' } }))
  })

  it('holds the axis in the address, and asks for the runs in its order', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/trends?run=4&axis=dates')
    await screen.findByText('Trend of Two nodes')
    expect(screen.getByLabelText('Axis')).toHaveValue('dates')
    expect(asked.at(-1)?.query['axis']).toBe('dates')
    await user.selectOptions(screen.getByLabelText('Axis'), 'commits')
    await waitFor(() => expect(router.state.location.search).toEqual({ run: '4', axis: 'commits' }))
    await waitFor(() => expect(asked.at(-1)?.query['axis']).toBe('commits'))
    await user.selectOptions(screen.getByLabelText('Axis'), 'runs in order')
    await waitFor(() => expect(router.state.location.search).toEqual({ run: '4' }))
  })

  it('leads back to the order of runs where no run has a commit', async () => {
    const user = userEvent.setup({ delay: null })
    const left_out = '2 runs have no known commit and no place on the axis of commits (runs 1, 2).'
    const { conclusion } = sampleTrend()
    trend = sampleTrend({ points: [], changes: [], axis: 'commits', conclusion: { ...conclusion, doubts: [left_out] } })
    const { router } = renderPage('/trends?run=16&axis=commits')
    expect(await screen.findByRole('heading', { name: 'No run has a known commit' })).toBeVisible()
    expect(screen.getByText(left_out)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show runs in order' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ run: '16' }))
  })

  it('forgets metric and mark with another setting or workload', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/trends?run=4&mark=4&metric=step_time.p99&from=2026-03-02')
    await screen.findByText('Trend of Two nodes')
    await user.selectOptions(screen.getByLabelText('Setting'), '30')
    await waitFor(() => expect(router.state.location.search).toEqual({ run: '30', from: '2026-03-02' }))
    await user.selectOptions(screen.getByLabelText('Workload'), 'messaging')
    await waitFor(() => expect(router.state.location.search).toEqual({ workload: 'messaging', from: '2026-03-02' }))
    expect(await screen.findByText('Trend of Ping')).toBeVisible()
  })

  it('offers the report of the trend that it shows', async () => {
    renderPage('/trends?run=16&metric=step_time.p99')
    expect(await screen.findByRole('button', { name: 'Report' })).toBeVisible()
    const all_days = { trend: '16', metric: 'step_time.p99', since: null, until: null, axis: 'runs' as const }
    expect(reportUrl(all_days)).toBe('/api/v1/runs/16/trend/report?metric=step_time.p99')
    expect(reportUrl({ ...all_days, until: '2026-03-03T00:00:00.000Z' })).toBe(
      '/api/v1/runs/16/trend/report?metric=step_time.p99&until=2026-03-03T00%3A00%3A00.000Z',
    )
    expect(reportUrl({ ...all_days, axis: 'commits' })).toMatch(/\?metric=step_time\.p99&axis=commits$/)
  })

  it('lists every run in the table of the chart', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/trends')
    const card = await screen.findByRole('region', { name: 'Step time, median' })
    await user.click(within(card).getByRole('button', { name: 'Table' }))
    expect(within(card).getAllByRole('row')).toHaveLength(17)
    expect(within(card).getByRole('row', { name: /^run 3 / })).toHaveTextContent('yes')
    expect(within(card).getByRole('link', { name: 'run 3' })).toHaveAttribute('href', '/runs/3')
    const cells = within(within(card).getByRole('row', { name: /^run 2 / })).getAllByRole('cell')
    expect(cells.slice(3, 5).map((cell) => cell.textContent)).toEqual(['–', '–'])
  })

  it('says what to do where nothing ran twice', async () => {
    entries = []
    renderPage('/trends')
    expect(await screen.findByRole('heading', { name: 'Nothing ran twice' })).toBeVisible()
  })

  it('offers all days where no run ended in the chosen days', async () => {
    const user = userEvent.setup({ delay: null })
    trend = sampleTrend({ points: [], changes: [], shape: 'too_few' })
    const { router } = renderPage('/trends?run=16&from=2027-01-01')
    expect(await screen.findByRole('heading', { name: 'No run ended in these days' })).toBeVisible()
    expect(screen.getByText(/^16 runs of this setting ended from 1 Mar.* to 16 Mar/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show all days' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ run: '16' }))
  })

  it('asks nothing for days that end before they begin', async () => {
    renderPage('/trends?run=16&from=2026-03-09&to=2026-03-02')
    expect(await screen.findByText('The last day is before the first day')).toBeVisible()
    expect(asked).toEqual([])
  })

  it('says why a run has no trend, and keeps the choices', async () => {
    server.use(
      http.get('*/api/v1/runs/:run/trend', () =>
        problem(404, 'not_found', 'Run 4 has no trend: no run with its settings is done. Launch it again.'),
      ),
    )
    renderPage('/trends?run=4')
    expect(await screen.findByText('There is no trend')).toBeVisible()
    expect(screen.getByText(/^Run 4 has no trend: .* Launch it again\.$/)).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('combobox', { name: 'Setting' })).toBeEnabled()
  })
})

describe('what is drawn of a trend', () => {
  it('has each run with its interval, apart: quiet, disturbed, marked', () => {
    const chart = trendChart(sampleTrend(), 5, NOW)
    const drawn = Object.fromEntries(chart.traces.map((trace) => [trace.name, Array.from(trace.x)]))
    expect(drawn['disturbed runs']).toEqual([3])
    expect(drawn['run 5']).toEqual([5])
    expect(drawn['runs']).toHaveLength(14)
    const marked = chart.traces.find((trace) => trace.name === 'run 5')
    expect(marked?.interval).toEqual({ low: [0.99], high: [1.02] })
    expect(marked?.text?.[0]).toContain('commit commit5')
    expect(chart.y_title).toBe('ms')
  })

  it('has no interval for a run with one repeat', () => {
    const { traces } = trendChart(sampleTrend(), null, NOW)
    const runs = traces.find((trace) => trace.name === 'runs')
    expect(Array.from(runs?.x ?? []).slice(0, 2)).toEqual([1, 2])
    expect(runs?.interval?.low.slice(0, 2)).toEqual([0.99, null])
    expect(runs?.interval?.high.slice(0, 2)).toEqual([1.02, null])
    expect(runs?.text?.[0]).toMatch(/95 % interval/)
    expect(runs?.text?.[1]).toMatch(/1\.00.ms \(one repeat\)/)
  })

  it('has a line before the first run after a change, and the medians beside it', () => {
    const chart = trendChart(sampleTrend(), null, NOW)
    expect(chart.marks).toEqual([{ x: 8.5, text: 'from run 9', colour: '--bad' }])
    const levels = chart.traces[0]
    expect(Array.from(levels?.x ?? [])).toEqual([0.5, 8.5, 8.5, 8.5, 16.5, 16.5])
    expect(Array.from(levels?.y ?? [])).toEqual([1, 1, null, 1.2, 1.2, null])
  })

  it('names few runs under the axis, the first and the last among them', () => {
    const ticks = trendChart(sampleTrend(), null, NOW).ticks
    expect(ticks?.at).toEqual([1, 4, 7, 10, 13, 16])
    expect(ticks?.text.at(-1)).toBe('16<br>16 Mar')
    expect(trendChart(sampleTrend({ points: sampleTrend().points.slice(0, 1) }), null, NOW).ticks?.at).toEqual([1])
  })

  it('calls a change without a better side no improvement', () => {
    const [change] = sampleTrend().changes
    const neither = sampleTrend({ changes: [{ ...change!, verdict: 'no_difference_shown' }] })
    expect(shapeText(neither).text).toBe('changed')
    expect(shapeText(sampleTrend({ changes: [], shape: 'drift' })).text).toBe('drift')
    expect(shapeText(sampleTrend({ changes: [], shape: 'too_few' })).text).toBe('not enough data')
    expect(shapeText(sampleTrend({ changes: [], shape: 'steady' })).text).toBe('no change found')
  })

  it('finds no runs beside a change that is not shown', () => {
    const [change] = sampleTrend().changes
    expect(besideChange(sampleTrend({ points: [] }), change!)).toEqual([])
  })
})

describe('the axis of a trend', () => {
  const { points, changes } = sampleTrend()

  it('has a true scale of time for dates', () => {
    // Run 16 ended as long after run 15 as run 15 after run 1.
    const late = points.map((point) => (point.run === 16 ? { ...point, at: '2026-03-29T12:00:00.000Z' } : point))
    const chart = trendChart(sampleTrend({ axis: 'dates', points: late }), null, NOW)
    const xs = chart.traces.flatMap((trace) => (trace.name === 'median between changes' ? [] : Array.from(trace.x)))
    const at = (day: number) => Date.parse('2026-03-01T12:00:00.000Z') + (day - 1) * 86_400_000
    expect(xs.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 15 }, (_, day) => at(day + 1)), at(29)])
    expect(chart.marks?.[0]?.x).toBe((at(8) + at(9)) / 2)
    const [from, to] = chart.whole ?? [0, 0]
    expect(from).toBeLessThan(at(1))
    expect(to).toBeGreaterThan(at(29))
    const levels = chart.traces[0]
    expect(Array.from(levels?.x ?? []).slice(0, 2)).toEqual([from, (at(8) + at(9)) / 2])
    expect(chart.ticks?.text[0]).toMatch(/Mar$/)
    expect(chart.x_title).toBe('when the run ended')
  })

  it('has one place for all runs of a commit', () => {
    // Four runs of each of four commits, as the console orders them.
    const grouped = points.map((point, index) => ({ ...point, commit: `${Math.floor(index / 4)}abcdef01234` }))
    const change = { ...changes[0]!, commit_before: '1abcdef01234', commit: '2abcdef01234' }
    const chart = trendChart(sampleTrend({ axis: 'commits', points: grouped, changes: [change] }), null, NOW)
    const quiet = chart.traces.find((trace) => trace.name === 'runs')
    expect(Array.from(quiet?.x ?? [])).toEqual([1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4])
    expect(chart.ticks).toEqual({ at: [1, 2, 3, 4], text: ['0abcdef', '1abcdef', '2abcdef', '3abcdef'] })
    expect(chart.marks).toEqual([{ x: 2.5, text: 'from 2abcdef', colour: '--bad' }])
    expect(Array.from(chart.traces[0]?.x ?? [])).toEqual([0.5, 2.5, 2.5, 2.5, 4.5, 4.5])
  })

  it('has labels at hours or midnights, in a readable number', () => {
    const start = new Date(2026, 2, 3, 10, 20).getTime()
    const hour = 3_600_000
    const labels = [2, 5, 30, 24 * 5, 24 * 40, 24 * 900].map((hours) => timeTicks(start, start + hours * hour, NOW))
    for (const { at } of labels) {
      expect(at.length).toBeGreaterThanOrEqual(1)
      expect(at.length).toBeLessThanOrEqual(7)
      expect(at.every((place) => new Date(place).getMinutes() === 0)).toBe(true)
    }
    expect(labels[1]?.text[0]).toBe('3 Mar 11:00')
    expect(labels[3]?.at.every((place) => new Date(place).getHours() === 0)).toBe(true)
  })
})

describe('the address of a trend', () => {
  it('drops what is no day, no number and no axis', () => {
    expect(parseTrendsSearch({ from: '2026-02-30', to: 'soon', mark: 'x', run: '4', axis: 'weeks' })).toEqual({
      run: '4',
    })
    expect(parseTrendsSearch({ axis: 'runs' })).toEqual({})
    expect(dayStart('2026-02-28', 1)).toBe(new Date(2026, 2, 1).toISOString())
  })
})
