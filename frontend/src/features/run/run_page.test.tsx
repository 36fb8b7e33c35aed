import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RepeatView, RunDocument } from '@/api/contracts'
import chip_styles from '@/components/chip.module.css'
import { ruleCases } from '@/testing/contracts'
import { leadingMetrics } from '../results/registry'
import { renderPage } from '@/testing/render_page'
import { sampleDocument } from '@/testing/sample_document'
import { sampleRun, sampleRuns } from '@/testing/sample_data'
import { consoleHandlers, problem, server, type FakeConsole } from '@/testing/server'

import { medianRepeat } from '../results/median_repeat'

let fake: FakeConsole
let run: RunDocument
let cancelled: string[]

beforeEach(() => {
  fake = { runs: sampleRuns(5), created: [], checked: [], deleted: [] }
  run = sampleDocument()
  cancelled = []
  server.use(
    http.get('*/api/v1/runs/:id/log', () =>
      HttpResponse.json([
        { at: '2026-03-03T12:00:00.000Z', repeat: 0, node: 'lyra', level: 'info', text: 'pool threads 2' },
        { at: '2026-03-03T12:00:01.000Z', repeat: 0, node: 'cygnus', level: 'warning', text: 'slow clock' },
      ]),
    ),
    http.get('*/api/v1/runs/:id/series', () => HttpResponse.json({ items: [] })),
    http.post('*/api/v1/runs/:id/cancel', ({ params }) => {
      cancelled.push(String(params['id']))
      const outcome = 'Cancelled. No repeat was finished.'
      run = { ...run, summary: { ...run.summary, state: 'cancelled' }, outcome }
      return HttpResponse.json(run)
    }),
    http.get('*/api/v1/runs/:id', ({ params }) =>
      params['id'] === run.summary.id ? HttpResponse.json(run) : problem(404, 'not_found', 'There is no such run.'),
    ),
    ...consoleHandlers(fake),
  )
})

const region = (name: string | RegExp) => screen.findByRole('region', { name })

describe('the repeat that charts show', () => {
  const withSteps = (steps: readonly number[]): RunDocument => {
    const sample = sampleDocument()
    const [first] = sample.repeats
    const of = (name: string, value: number) => ({ ...first!.metrics[0]!, name, title: name, unit: 'ns', value })
    const repeats = steps.map((step, repeat) => ({
      ...first!,
      repeat,
      metrics: [of('step_time.p50', step)],
      nodes: first!.nodes.map((node) => ({ ...node, metrics: [of('activity.update', step)] })),
    }))
    return { ...sample, repeats }
  }

  it('is that of the median step, the same in all charts, and can be chosen in each', async () => {
    run = withSteps([30, 10, 20])
    const { router } = renderPage(`/runs/${run.summary.id}`)
    const choices = async () => within(await region('Where a step went')).getByRole('combobox', { name: 'Repeat' })
    const over = async () => within(await region('Over the run')).getByRole('combobox', { name: 'Repeat' })
    expect(await choices()).toHaveDisplayValue('repeat 3 (median)')
    expect(await over()).toHaveDisplayValue('repeat 3 (median)')
    await userEvent.selectOptions(await choices(), 'repeat 1')
    await waitFor(async () => expect(await over()).toHaveDisplayValue('repeat 1'))
    expect(router.state.location.searchStr).toContain('repeat=0')
  })

  const cases = ruleCases('median_repeat') as { name: string; values: (number | null)[]; shown: number | null }[]
  it.each(cases)('is chosen as reports choose it: $name', ({ values, shown }) => {
    const sample = withSteps(values.map((value) => value ?? 0))
    const repeats = sample.repeats.map((one, at) => {
      const [measured] = one.metrics
      // Another metric has the opposite order.
      const second = { ...measured!, name: 'step_time.p99', value: -measured!.value }
      return { ...one, metrics: values[at] === null ? [second] : [second, measured!] }
    })
    expect(medianRepeat(sample, repeats)?.repeat ?? null).toBe(shown)
  })
})

describe('the repeats of a run', () => {
  it('say what else used the machine meanwhile', async () => {
    const sample = sampleDocument()
    const reason = 'Other processes used 31 % of the CPUs of lyra.'
    const [first] = sample.repeats
    const metrics = [{ ...first!.metrics[0]!, name: 'step_time.p50', unit: 'ns', value: 52_000 }]
    const graded = (repeat: number, quality: RepeatView['quality']) => ({ ...first!, repeat, quality, metrics })
    run = { ...sample, repeats: [graded(0, { grade: 'quiet', reason: '' }), graded(1, { grade: 'disturbed', reason })] }
    renderPage(`/runs/${run.summary.id}`)
    const rows = within(await region('Repeats')).getAllByRole('row')
    expect(rows).toHaveLength(3)
    expect(rows[1]).toHaveTextContent(/quiet$/)
    expect(rows[2]).toHaveTextContent(`disturbed${reason}`)
    expect(rows[2]).toHaveTextContent('52')
  })
})

describe('a disturbed repeat', () => {
  const withRepeats = (...changes: Partial<RepeatView>[]): RunDocument => {
    const sample = sampleDocument()
    const [first] = sample.repeats
    return { ...sample, repeats: changes.map((change, repeat) => ({ ...first!, repeat, ...change })) }
  }
  const quality = { grade: 'disturbed' as const, reason: 'Others had 43 %.' }

  it('is measured again by itself, and the page follows the run', async () => {
    run = withRepeats({}, { quality })
    const asked: unknown[] = []
    server.use(
      http.post('*/api/v1/runs/:id/replacements', async ({ request }) => {
        asked.push(await request.json())
        run = { ...run, summary: { ...run.summary, state: 'queued', queue_position: 1 } }
        return HttpResponse.json(run, { status: 202 })
      }),
    )
    renderPage(`/runs/${run.summary.id}`)
    const rows = within(await region('Repeats')).getAllByRole('row')
    expect(within(rows[1]!).queryByRole('button')).toBeNull()
    await userEvent.click(within(rows[2]!).getByRole('button', { name: 'Measure again: repeat 2' }))
    await waitFor(() => expect(asked).toEqual([{ repeat: 1 }]))
    expect((await screen.findAllByText(/queued/)).length).toBeGreaterThan(0)
  })

  it('says why it is not measured again', async () => {
    run = withRepeats({ quality })
    server.use(
      http.post('*/api/v1/runs/:id/replacements', () => problem(503, 'unavailable', 'Node vega is not online.')),
    )
    renderPage(`/runs/${run.summary.id}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Measure again: repeat 1' }))
    expect(await screen.findByText(/Node vega is not online/)).toBeInTheDocument()
  })

  it('stays in the table when it is replaced, without a button', async () => {
    run = withRepeats({ quality, replaced_by: 1 }, { replaces: 0 })
    renderPage(`/runs/${run.summary.id}`)
    const rows = within(await region('Repeats')).getAllByRole('row')
    expect(rows[1]).toHaveTextContent('disturbedReplaced by repeat 2: figures leave it out.Others had 43 %.')
    expect(rows[2]).toHaveTextContent('Made to replace repeat 1.')
    expect(screen.queryByRole('button', { name: /Measure again/ })).toBeNull()
  })

  it('is not the median repeat when it is replaced', () => {
    const sample = sampleDocument()
    const [first] = sample.repeats
    const of = (repeat: number, value: number, replaced_by: number | null) => ({
      ...first!,
      repeat,
      replaced_by,
      metrics: [{ ...first!.metrics[0]!, name: 'step_time.p50', unit: 'ns', value }],
    })
    const repeats = [of(0, 20, 2), of(1, 10, null), of(2, 30, null)]
    expect(medianRepeat(sample, repeats)).toBe(repeats[1])
  })
})

describe('a run that has ended', () => {
  it('says what became of it, and shows figures, checks and messages', async () => {
    renderPage(`/runs/${run.summary.id}`)
    expect(await screen.findByRole('heading', { name: 'Two nodes, one manager' })).toBeInTheDocument()
    expect(screen.getByText(/All 2 checks passed in every repeat/)).toBeInTheDocument()
    expect(within(await region('Metrics')).getByRole('row', { name: /Step time, median/ })).toHaveTextContent('µs')
    expect(within(await region('Checks')).getAllByText('passed')).toHaveLength(2)
    expect(within(await region('State updates a step')).getAllByText('exact')).toHaveLength(2)
    expect(within(await region('Messages')).getAllByRole('row')).toHaveLength(3)
    expect(await region('Processes')).toHaveTextContent('universe manager')
    expect(await region('Processes')).toHaveTextContent('None had any major faults, blocks in or signals.')
    const paths = await region('Data paths')
    expect(paths).toHaveTextContent(/reliable port4\s?000.*37/)
    expect(within(paths).getByRole('columnheader', { name: /lost/ })).toBeVisible()
    expect(within(paths).queryByRole('columnheader', { name: /dropped/ })).toBeNull()
    expect(paths).toHaveTextContent('Nothing was dropped, asked for again or got as a repair.')
    expect(await region('Nodes')).toHaveTextContent('was busy')
  })

  it('says of each node whether its endpoints poll', async () => {
    const sentences = ['Each endpoint polls on a CPU of its own.', 'vega has 1 CPU for 2 endpoints.']
    const nodes = run.nodes.map((node, index) => ({
      ...node,
      waiting: { polls: index === 0, sentence: sentences[index] ?? '' },
    }))
    run = { ...run, nodes }
    renderPage(`/runs/${run.summary.id}`)
    const card = await region('Nodes')
    for (const sentence of sentences) expect(card).toHaveTextContent(sentence)
    expect(within(card).getAllByText('does not poll')).toHaveLength(1)
  })

  it.each([
    ['best_effort', 'updates', '7', '3 lost', false],
    ['minimum_rate', 'updates', '7', '3 lost', false],
    ['best_effort', 'receiver-1.best_effort', '7', '3 lost', false],
    ['best_effort', 'receiver-1.reliable', '7', 'failed: 3 missing', true],
    ['best_effort', 'updates', '12', 'failed: 2 too many', true],
    ['reliable', 'updates', '7', 'failed: 3 missing', true],
    [undefined, 'updates', '7', 'failed: 3 missing', true],
  ])(
    'with %s transportation shows %s, %s of 10 counted, as: %s',
    async (transportation, kind, counted, outcome, is_failed) => {
      const message = { kind, title: 'Updates', expected: '10', counted, bytes: '100' }
      const data = transportation === undefined ? undefined : { transportation }
      const spec = { ...run.spec, workload: { ...run.spec.workload, data } }
      run = {
        ...run,
        spec: spec as unknown as RunDocument['spec'],
        repeats: run.repeats.map((repeat) => ({ ...repeat, messages: [message] })),
      }
      renderPage(`/runs/${run.summary.id}`)
      const row = within(await region('Messages')).getByRole('row', { name: /Updates/ })
      const chip = within(row).getByText(outcome)
      expect(chip.classList.contains(chip_styles['bad'] ?? '')).toBe(is_failed)
    },
  )

  it('leads to the trend of its setting, which marks it', async () => {
    renderPage(`/runs/${run.summary.id}`)
    const link = await screen.findByText('Trend of this setting')
    expect(link).toHaveAttribute('href', `/trends?run=${run.summary.number}&mark=${run.summary.number}`)
  })

  it('is compared with the oldest run as baseline', async () => {
    const user = userEvent.setup({ delay: null })
    const older = sampleRun(run.summary.number - 1, { state: 'done' })
    fake.runs = [older]
    const { router } = renderPage(`/runs/${run.summary.id}`)
    await user.click(await screen.findByRole('button', { name: 'Compare with…' }))
    await user.click(await screen.findByRole('checkbox', { name: /Step time, median: / }))
    await user.click(screen.getByRole('button', { name: 'Compare' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/compare'))
    expect(router.state.location.search).toEqual({ runs: `${older.id},${run.summary.id}` })
  })

  it('is compared with runs of one name by the settings in which they differ', async () => {
    const user = userEvent.setup({ delay: null })
    const alike = [2, 1].map((back) => sampleRun(run.summary.number - back))
    fake.runs = alike
    fake.settings = alike.map(({ id }, at) => ({ run: id, label: `managers ${at}` }))
    renderPage(`/runs/${run.summary.id}`)
    await user.click(await screen.findByRole('button', { name: 'Compare with…' }))
    expect(await screen.findByRole('checkbox', { name: /managers 0/ })).toBeVisible()
    expect(screen.getByRole('checkbox', { name: /managers 1/ })).toBeVisible()
  })

  it('shows a metric in one unit, whatever its interval and repeats reach', async () => {
    const [values, median, low, high] = [[960e3, 980e3, 990e3, 1_040e3, 1_060e3], 990e3, 960e3, 1_060e3]
    const name = leadingMetrics(run.summary.workload)[0] ?? ''
    const sample = sampleDocument()
    const quality = { grade: 'quiet', reason: '' } as const
    const [repeat] = sample.repeats
    const head = { name, title: 'Step time, median', unit: 'ns', better: 'lower' } as const
    const metric = {
      ...sample.metrics[0]!,
      ...head,
      values,
      median,
      low,
      high,
      modes: [],
      interval: 'confidence' as const,
    }
    run = {
      ...sample,
      metrics: [metric],
      repeats: values.map((value, at) => ({ ...repeat!, repeat: at, quality, metrics: [{ ...head, value }] })),
    }
    renderPage(`/runs/${run.summary.id}`)
    const tiles = await screen.findByRole('group', { name: 'Step time, median' })
    for (const part of [tiles, await region('Metrics'), await region('Repeats')]) {
      expect(part).toHaveTextContent(/990\s?µs/)
      expect(part).not.toHaveTextContent(/\d\s?ms/)
    }
    expect(within(await region('Metrics')).getByRole('img')).toHaveAccessibleName(/^5 repeats from 960 to 1.060\sµs/)
  })

  it('shows chosen settings before defaults', async () => {
    renderPage(`/runs/${run.summary.id}`)
    const spec = await region('What was run')
    const rows = await within(spec).findAllByRole('row')
    expect(rows[0]).toHaveTextContent(/Cost of an update.*20/)
    expect(spec).toHaveTextContent(/\d+ default settings/)
    expect(
      within(spec)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['JSON', 'curl', 'Command line', 'Python'])
  })

  it('shows the numbers behind a chart', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage(`/runs/${run.summary.id}`)
    const card = await region('Where a step went')
    await user.click(within(card).getByRole('button', { name: 'Table' }))
    expect(within(card).getByRole('columnheader', { name: /share/ })).toBeInTheDocument()
    expect(within(card).getByRole('row', { name: /cygnus Update/ })).toHaveTextContent(/300.µs75.%/)
    expect(within(card).getByRole('row', { name: /cygnus Wait/ })).toHaveTextContent(/100.µs25.%/)
  })

  it('filters the log by node and level', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage(`/runs/${run.summary.id}`)
    const log = await screen.findByRole('log', { name: 'Log of the run' })
    await waitFor(() => expect(log).toHaveTextContent('slow clock'))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Level' }), 'warning')
    expect(log).not.toHaveTextContent('pool threads')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Node' }), 'lyra')
    expect(log).toHaveTextContent('No line matches.')
  })

  it('says of a failure where, what and what to do', async () => {
    run = sampleDocument({
      state: 'failed',
      failure: {
        code: 'worker_died',
        phase: 'running',
        repeat: 2,
        node: 'cygnus',
        process: 'entity 17',
        message: 'It was killed by signal 9.',
        remedy: 'See whether the node ran out of memory.',
        last_output: ['last words'],
      },
    })
    renderPage(`/runs/${run.summary.id}`)
    const banner = await screen.findByRole('alert')
    expect(banner).toHaveTextContent('The run failed on cygnus, in entity 17, while running, repeat 3')
    expect(banner).toHaveTextContent('What to do: See whether the node ran out of memory.')
    expect(banner).toHaveTextContent('last words')
  })

  it('is said not to be there if it is not', async () => {
    renderPage('/runs/999')
    expect(await screen.findByText('There is no run 999')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'All runs' })).toBeInTheDocument()
  })
})

describe('a run that waits or is on', () => {
  it('says its place in the queue', async () => {
    run = { ...sampleDocument({ state: 'queued', queue_position: 3 }), nodes: [] }
    renderPage(`/runs/${run.summary.id}`)
    expect(await screen.findByText('Number 3 in the queue')).toBeInTheDocument()
    expect(screen.getByRole('progressbar', { name: 'Progress of the run' })).toHaveAttribute('aria-valuenow', '0')
    expect(screen.getByRole('button', { name: /Freeze/ })).toBeDisabled()
  })

  it('is cancelled only after asking', async () => {
    const user = userEvent.setup({ delay: null })
    run = { ...sampleDocument({ state: 'queued', queue_position: 1 }), nodes: [] }
    renderPage(`/runs/${run.summary.id}`)
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Keep it' }))
    expect(cancelled).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Cancel the run' }))
    expect(await screen.findByText(/^Cancelled/)).toBeInTheDocument()
    expect(cancelled).toEqual([run.summary.id])
  })
})
