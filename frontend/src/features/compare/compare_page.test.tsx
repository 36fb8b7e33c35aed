import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render_page'
import { sampleRuns } from '@/testing/sample_data'
import { sampleComparison, sampleDocument } from '@/testing/sample_document'
import { consoleHandlers, server } from '@/testing/server'

let asked: URLSearchParams[]
const comparison = sampleComparison()
const ids = comparison.runs.map((run) => run.summary.id)

beforeEach(() => {
  asked = []
  server.use(
    http.get('*/api/v1/compare', ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json(comparison)
    }),
    http.get('*/api/v1/reference', () => HttpResponse.json({ items: comparison.published })),
    ...consoleHandlers({ runs: sampleRuns(130), created: [], checked: [], deleted: [] }),
  )
})

const address = `/compare?runs=${ids.join(',')}`

describe('the comparison', () => {
  it('says what was found, what differs and what is published', async () => {
    renderPage(address)
    expect(await screen.findByRole('heading', { name: '3 runs by managers, 5 repeats each' })).toBeInTheDocument()
    const conclusion = screen.getByRole('region', { name: 'Conclusion' })
    expect(within(conclusion).getByRole('heading', { level: 2 })).toHaveTextContent(comparison.conclusion.sentence)
    expect(conclusion).toHaveTextContent(/^worse/)
    for (const text of [...comparison.conclusion.findings, ...comparison.conclusion.doubts])
      expect(conclusion).toHaveTextContent(text)
    const differs = screen.getByRole('region', { name: 'What differs' })
    expect(within(differs).getByRole('row', { name: /Managers/ })).toHaveTextContent('Managers013')
    expect(screen.getByRole('region', { name: 'Published beside it' })).toHaveTextContent(
      'Published: Prototype evaluation, section 6.5, mid-1990s',
    )
    expect(within(screen.getByRole('region', { name: 'Metrics' })).getAllByText('worse')).toHaveLength(2)
  })

  it('shows where a step went as the page of each run does', async () => {
    const user = userEvent.setup({ delay: null })
    const sample = sampleDocument()
    const [first] = sample.repeats
    if (first === undefined) throw new Error('no repeat')
    const measured = (name: string, value: number) => ({
      ...first.nodes[0]!.metrics[0]!,
      name,
      title: `${name}, mean of a step`,
      unit: 'ns',
      value,
    })
    // The mean of the repeats is no repeat's.
    const repeats = [9_000, 1_000, 2_000].map((value, repeat) => ({
      ...first,
      repeat,
      metrics: [measured('step_time.p50', value)],
      nodes: [{ ...first.nodes[0]!, metrics: [measured('activity.update', value), measured('activity.wait', 500)] }],
    }))
    server.use(
      http.get('*/api/v1/runs/:id', ({ params }) =>
        HttpResponse.json({ ...sample, summary: { ...sample.summary, id: params['id'] }, repeats }),
      ),
    )
    const shown = async (page: string) => {
      const { unmount } = renderPage(page)
      const card = await screen.findByRole('region', { name: 'Where a step went' })
      await user.click(within(card).getByRole('button', { name: 'Table' }))
      const cells = within(card)
        .getAllByRole('row')
        .slice(1, 3)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .slice(-3)
            .map((cell) => cell.textContent),
        )
      unmount()
      return cells
    }
    const compared = await shown(address)
    expect(compared[0]?.[1]).toMatch(/^2.00.µs$/)
    expect(await shown(`/runs/${ids[0]}`)).toEqual(compared)
  })

  it('shows both figures of a run in two modes, and no ratio', async () => {
    const [metric] = comparison.metrics.filter((one) => one.metric === 'step_time.p50')
    const changed = { ...metric, ratio: null, ratio_low: null, ratio_high: null, modes: [600, 50_000] }
    server.use(http.get('*/api/v1/compare', () => HttpResponse.json({ ...comparison, metrics: [changed] })))
    renderPage(address)
    const card = await screen.findByRole('region', { name: 'Metrics' })
    expect(within(card).getByRole('row', { name: /two modes: 600.ns, 50.*.s/ })).toHaveTextContent('–')
  })

  it('has the verdict first in the table of metrics, and the run only if there are several', async () => {
    const heads = (of_table: HTMLElement) =>
      within(of_table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent)
    const { unmount } = renderPage(address)
    const card = await screen.findByRole('region', { name: 'Metrics' })
    expect(heads(card).slice(0, 5)).toEqual(['metric', 'run', 'verdict', 'ratio', 'median'])
    expect(card).toHaveTextContent('each run against run 121')
    unmount()
    const [base, second] = comparison.runs
    const two = comparison.metrics.filter((metric) => metric.run === second?.summary.id)
    server.use(
      http.get('*/api/v1/compare', () => HttpResponse.json({ ...comparison, runs: [base, second], metrics: two })),
    )
    renderPage(address)
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Metrics' })).toHaveTextContent('run 122 against run 121'),
    )
    expect(heads(screen.getByRole('region', { name: 'Metrics' })).slice(0, 3)).toEqual(['metric', 'verdict', 'ratio'])
  })

  it('changes baseline, axis and metric in the address', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage(address)
    await user.click(await screen.findByRole('button', { name: 'Make run 123 the baseline' }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ baseline: ids[2] }))
    await waitFor(() => expect(asked.at(-1)?.get('baseline')).toBe(ids[2]))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Metric' }), 'bytes_per_step')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Axis' }), 'run')
    await waitFor(() => expect(router.state.location.search).toMatchObject({ metric: 'bytes_per_step', x: 'run' }))
  })

  it('takes a run away, and the baseline with it', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage(`${address}&baseline=${ids[0] ?? ''}`)
    await user.click(await screen.findByRole('button', { name: 'Remove run 121' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ runs: ids.slice(1).join(',') }))
  })

  it('explains its tests', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage(address)
    await user.click(await screen.findByRole('button', { name: 'Why these tests?' }))
    expect(screen.getByRole('dialog', { name: 'Why these tests?' })).toHaveTextContent('The unit is the repeat')
  })

  it('begins by choosing runs', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/compare')
    await user.click(await screen.findByRole('button', { name: 'Choose runs' }))
    const dialog = screen.getByRole('dialog', { name: 'Add runs to the comparison' })
    expect(within(dialog).getByRole('button', { name: 'Add' })).toBeDisabled()
    const boxes = await within(dialog).findAllByRole('checkbox')
    await user.click(boxes[0]!)
    await user.click(boxes[1]!)
    await user.click(within(dialog).getByRole('button', { name: 'Add 2 runs' }))
    await waitFor(() => expect(String(router.state.location.search.runs).split(',')).toHaveLength(2))
  })
})

describe('the reference', () => {
  it('charts a table, always marked as published', async () => {
    renderPage('/reference?table=uss.simulation')
    expect(await screen.findByRole('region', { name: 'Simulation steps' })).toHaveTextContent('published mid-1990s')
    expect(screen.getByRole('region', { name: 'As published' })).toHaveTextContent('um idle (%) no manager')
    expect(screen.getByRole('link', { name: /Simulation steps/ })).toHaveAttribute('aria-current', 'page')
  })
})
