import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ShapeResult } from '@/api/contracts'
import { renderPage } from '@/testing/render_page'
import { SWEEP_ID, sampleSuiteRun, sampleSweep } from '@/testing/sample_group'
import { consoleHandlers, server, type FakeConsole } from '@/testing/server'

let fake: FakeConsole & { deeds: { deed: string; body: unknown }[] }
beforeEach(() => {
  fake = { runs: [], created: [], checked: [], deleted: [], deeds: [], groups: [sampleSweep()] }
  server.use(...consoleHandlers(fake))
})

describe('the page of a sweep', () => {
  it('says what came out, and shows the figures of every cell', async () => {
    renderPage(`/groups/${SWEEP_ID}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Managers and entities' })).toBeVisible()
    expect(screen.getByText('6 runs done in 3 min 20 s. All checks of the runs passed.')).toBeVisible()
    const conclusion = screen.getByRole('region', { name: 'Conclusion' })
    expect(within(conclusion).getByRole('heading', { level: 2 })).toHaveTextContent(
      'Each manager adds 500 µs (95 % interval 480 to 520 µs) to the median step time.',
    )
    expect(conclusion).toHaveTextContent(/Doubts.*only 3 repeats.*What to do next.*5 repeats or more/)
    const table = screen.getByRole('table', { name: 'Results of each cell' })
    expect(within(table).getAllByRole('row')).toHaveLength(7)
    const row = within(table).getByRole('row', { name: /^104/ })
    expect(row).toHaveTextContent('4.50 ms')
    expect(row).toHaveTextContent('4.41 to 4.63 ms')
  })

  it('draws any metric against any parameter, all of it in the address', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage(`/groups/${SWEEP_ID}`)
    await user.click(await screen.findByRole('radio', { name: 'Heat map' }))
    expect(await screen.findByRole('heading', { name: 'Step time, median by managers and entities' })).toBeVisible()
    await user.selectOptions(screen.getByRole('combobox', { name: 'by' }), 'workload.entities')
    await waitFor(() => expect(router.state.location.search).toEqual({ chart: 'heat', x: 'workload.entities' }))
  })

  it('says the serial fraction of a speed-up with its interval', async () => {
    const sweep = sampleSweep()
    const axes = sweep.axes.map((axis) =>
      axis.path === 'workload.managers' ? { ...axis, path: 'workload.pool_threads', title: 'Pool threads' } : axis,
    )
    fake.groups = [{ ...sweep, axes }]
    renderPage(`/groups/${SWEEP_ID}?chart=speedup&x=workload.pool_threads`)
    expect(await screen.findByText(/entities 20: serial fraction/)).toHaveTextContent(
      'entities 20: serial fraction 11 %, 95 % interval 5.0 % to 18 %',
    )
    expect(fake.deeds.at(-1)?.body).toEqual({
      x: 'workload.pool_threads',
      metric: 'step_time.p50',
      series: 'workload.entities',
    })
  })

  it('is cancelled only after asking', async () => {
    fake.groups = [sampleSweep({ state: 'running', runs_done: 2, progress: 0.4, ended_at: null, seconds_left: 90 })]
    const user = userEvent.setup({ delay: null })
    renderPage(`/groups/${SWEEP_ID}`)
    const progress = await screen.findByRole('region', { name: 'Progress' })
    expect(progress).toHaveTextContent(/2 of 6 runs done, .* left/)
    expect(document.title).toMatch(/^40 % · /)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(fake.deeds).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Cancel the sweep' }))
    await waitFor(() => expect(fake.deeds).toEqual([{ deed: 'cancel', body: null }]))
    expect((await screen.findAllByText('cancelled')).length).toBeGreaterThan(0)
  })

  it('runs again what has failed', async () => {
    fake.groups = [sampleSweep({ state: 'failed', runs_done: 5, runs_failed: 1 })]
    const user = userEvent.setup({ delay: null })
    renderPage(`/groups/${SWEEP_ID}`)
    await user.click(await screen.findByRole('button', { name: 'Run 1 failed again' }))
    await waitFor(() => expect(fake.deeds).toEqual([{ deed: 'retry', body: null }]))
  })

  it('says so where there is none', async () => {
    renderPage('/groups/01jzq3v5m8c2k4w9x7t6n0r0no')
    expect(await screen.findByText(/There is no sweep or suite run/)).toBeVisible()
  })
})

describe('the page of a suite that was run', () => {
  it('shows its charts, each shape check with its sentence, and what was published', async () => {
    fake.groups = [sampleSuiteRun()]
    renderPage(`/groups/${SWEEP_ID}`)
    const shapes = await screen.findByRole('region', { name: 'Shape checks' })
    const [first, second, third] = within(shapes).getAllByRole('listitem')
    expect(first).toHaveTextContent('differ from one manager and two monitors by 31 %.failed')
    expect(second).toHaveTextContent('in a straight line with entities (R² 0.998).passed')
    expect(third).toHaveTextContent('Idle share fallsnot measured')
    expect(screen.getByRole('heading', { name: 'Step time by entities' })).toBeVisible()
    expect(screen.getByText('follows Figure 6.23')).toBeVisible()
    expect(await screen.findByRole('region', { name: 'Published beside it' })).toHaveTextContent('Table 6.2')
    expect(screen.getByRole('region', { name: 'Conclusion' })).toHaveTextContent(
      /^checks failed1 of 2 checks failed: Equal steps\. 1 check was not measured\./,
    )
  })
  it('shows a finding that was not found here beside what the study measured, and the reason', async () => {
    const group = sampleSuiteRun()
    const passed = group.shapes.filter((shape) => shape.verdict === 'passed')
    const missed: ShapeResult = {
      name: 'lookahead',
      title: 'Twice the grants',
      claim: 'finding',
      source: 'Figure 5',
      published: '2 times',
      verdict: 'not_found',
      expected: 'a ratio of at least 1.8',
      found: '1.2',
      why: 'Nothing waits (Grant time: 2 µs)',
      sentence: 'Twice the grants: not found here; the study: 2 times, here: 1.2.',
    }
    fake.groups = [{ ...group, shapes: [...passed, missed] }]
    renderPage(`/groups/${SWEEP_ID}`)
    const shapes = await screen.findByRole('region', { name: 'Shape checks' })
    expect(shapes).toHaveTextContent('1 shape check passed; 1 of 1 finding of the study not found here.')
    const [first] = within(shapes).getAllByRole('listitem')
    expect(first).toHaveTextContent('the study: 2 times, here: 1.2.not found here')
    expect(first).toHaveTextContent('Nothing waits (Grant time: 2 µs) · finding of the study · Figure 5')
  })
  it('leaves out charts of items that were not chosen, and says so', async () => {
    const group = sampleSuiteRun()
    const suite = group.suite ?? expect.fail('the sample is of a suite')
    const elsewhere = suite.charts.map((chart) => ({ ...chart, title: 'Of other items', items: ['not-chosen'] }))
    fake.groups = [{ ...group, suite: { ...suite, charts: [...suite.charts, ...elsewhere] } }]
    renderPage(`/groups/${SWEEP_ID}`)
    expect(await screen.findByText('One more chart of the suite is of items that were not chosen.')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Step time by entities' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Of other items' })).toBeNull()
  })
  it('folds away the shape checks that were not measured, where they are many', async () => {
    const group = sampleSuiteRun()
    const holding = group.shapes.filter((shape) => shape.verdict === 'passed')
    const open = group.shapes.filter((shape) => shape.verdict === 'not_measured')
    const many = Array.from({ length: 4 }, (_, at) => open.map((shape) => ({ ...shape, name: `${shape.name}-${at}` })))
    fake.groups = [{ ...group, shapes: [...many.flat(), ...holding] }]
    renderPage(`/groups/${SWEEP_ID}`)
    const shapes = await screen.findByRole('region', { name: 'Shape checks' })
    expect(shapes).toHaveTextContent('1 shape check passed; 4 not measured.')
    const folded = within(shapes).getByText('4 not measured').closest('details')
    expect(folded).not.toHaveAttribute('open')
    expect(folded).not.toHaveTextContent('in a straight line')
  })
})
