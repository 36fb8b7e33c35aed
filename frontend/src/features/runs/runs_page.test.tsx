import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NARROW } from '@/lib/use_media'
import { renderPage } from '@/testing/render_page'
import { sampleSuiteRun, sampleSweep } from '@/testing/sample_group'
import { sampleRuns } from '@/testing/sample_data'
import { consoleHandlers, server, type FakeConsole } from '@/testing/server'

let fake: FakeConsole
beforeEach(() => {
  fake = { runs: sampleRuns(30), created: [], checked: [], deleted: [] }
  server.use(...consoleHandlers(fake))
})

afterEach(() => {
  vi.restoreAllMocks()
  server.events.removeAllListeners()
})

const rowOf = async (number: number) => {
  const box = await screen.findByRole('checkbox', { name: `Select run ${number}` })
  const row = box.closest<HTMLElement>('[role=row]')
  if (row === null) throw new Error('no row')
  return row
}

describe('the list of runs', () => {
  it('shows a run with its state, metrics and checks', async () => {
    renderPage('/runs')
    const row = await rowOf(25)
    expect(within(row).getByRole('link', { name: 'No manager' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/runs\//),
    )
    expect(row).toHaveTextContent('done')
    expect(row).toHaveTextContent('passed')
    expect(row).toHaveTextContent('424 µs')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('30 runs, 1 running, 1 waiting')
  })

  it('shows both figures of a run whose repeats are in two modes', async () => {
    const modes = [
      { median: 600, repeats: 3 },
      { median: 50_000, repeats: 2 },
    ]
    fake.runs = fake.runs.map((run) =>
      run.number === 25 ? { ...run, headline: run.headline.map((metric) => ({ ...metric, modes })) } : run,
    )
    renderPage('/runs')
    const row = await rowOf(25)
    expect(row).toHaveTextContent(/two modes: 600\sns, 50.0\sµs/)
    expect(row).not.toHaveTextContent('424 µs')
  })

  it('shows the setting in which runs of one name differ', async () => {
    const [first] = fake.runs.filter((run) => run.number === 25)
    fake.settings = [{ run: first?.id ?? '', label: 'managers 2' }]
    renderPage('/runs')
    expect(await rowOf(25)).toHaveTextContent('No managermanagers 2')
    expect(await rowOf(24)).not.toHaveTextContent('managers 2')
  })

  it('makes a few rows of ten thousand', async () => {
    fake.runs = sampleRuns(10_000)
    renderPage('/runs')
    await rowOf(9_990)
    expect(screen.getAllByRole('row').length).toBeLessThan(80)
    expect(screen.getByRole('table', { name: 'Runs' })).toHaveAttribute('aria-rowcount', '10001')
  })

  it('filters by what is in the address, and puts there what is chosen', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/runs?state=failed')
    await rowOf(22)
    expect(screen.getAllByRole('row')).toHaveLength(3)
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'done')
    await waitFor(() => expect(router.state.location.search).toEqual({ state: 'done' }))
    await user.type(screen.getByRole('searchbox', { name: 'Find runs' }), 'million')
    await waitFor(() => expect(router.state.location.search).toEqual({ state: 'done', q: 'million' }))
    expect(screen.getByRole('searchbox', { name: 'Find runs' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(screen.getByRole('searchbox', { name: 'Find runs' })).toHaveValue('')
  })

  it('sorts by a metric, runs without it last', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/runs')
    await user.click(await screen.findByRole('button', { name: 'Step time, median' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'step_time.p50' }))
    const [, first] = screen.getAllByRole('row')
    expect(first).toHaveTextContent('412 µs')
    await user.click(screen.getByRole('button', { name: 'Step time, median' }))
    await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('431 µs'))
  })

  it('shows of runs of several workloads what says most of each', async () => {
    const [first, second, ...rest] = sampleRuns(30).filter((run) => run.headline.length > 0)
    if (first === undefined || second === undefined) throw new Error('no measured runs')
    const [metric] = second.headline
    if (metric === undefined) throw new Error('no metric')
    const grants = { ...metric, name: 'grants_per_second', title: 'Grants per second', unit: '/s', median: 530_000 }
    fake.runs = [first, { ...second, headline: [grants] }, ...rest]
    renderPage('/runs')
    const row = await rowOf(second.number)
    expect(screen.getByRole('columnheader', { name: 'Figure of merit' })).toBeVisible()
    expect(row).toHaveTextContent('530 k /sGrants per second')
    expect(screen.queryByRole('columnheader', { name: 'Step time, median' })).toBeNull()
  })

  it('leads the selected runs to the comparison, oldest first', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/runs')
    await user.click(await screen.findByRole('checkbox', { name: 'Select run 25' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select run 20' }))
    await user.click(screen.getByRole('button', { name: 'Compare' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/compare'))
    const [a, b] = [20, 25].map((number) => fake.runs.find((run) => run.number === number)?.id)
    expect(router.state.location.search).toMatchObject({ runs: `${a},${b}` })
  })

  it('deletes a moment later, so that it can be taken back', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/runs')
    await user.click(within(await rowOf(25)).getByRole('button', { name: 'Actions for run 25' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(screen.queryByRole('checkbox', { name: 'Select run 25' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('checkbox', { name: 'Select run 25' })).toBeVisible()
    expect(fake.deleted).toEqual([])
  })

  it('deletes at once when the tab goes', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/runs')
    await user.click(within(await rowOf(25)).getByRole('button', { name: 'Actions for run 25' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(fake.deleted).toHaveLength(1))
  })

  it('does not delete a run that goes on', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/runs')
    await user.click(within(await rowOf(30)).getByRole('button', { name: 'Actions for run 30' }))
    expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled()
  })

  it('archives with undo', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/runs')
    await user.click(within(await rowOf(25)).getByRole('button', { name: 'Actions for run 25' }))
    await user.click(screen.getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select run 25' })).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('checkbox', { name: 'Select run 25' })).toBeVisible()
  })

  it('tags several runs, and refuses what is no tag', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/runs')
    await user.click(await screen.findByRole('checkbox', { name: 'Select run 25' }))
    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('checkbox', { name: 'Select run 23' }))
    await user.keyboard('{/Shift}')
    await user.click(screen.getByRole('button', { name: 'Tags' }))
    const dialog = await screen.findByRole('dialog', { name: 'Tags of 3 runs' })
    const input = within(dialog).getByRole('textbox', { name: 'Add a tag' })
    await user.type(input, 'not a tag!')
    expect(within(dialog).getByRole('button', { name: 'Save tags' })).toBeDisabled()
    await user.clear(input)
    await user.type(input, 'night-build{Enter}')
    await user.click(within(dialog).getByRole('button', { name: 'Save tags' }))
    await waitFor(() =>
      expect(fake.runs.filter((run) => run.tags.includes('night-build')).map((run) => run.number)).toEqual([
        25, 24, 23,
      ]),
    )
    expect(fake.runs.find((run) => run.number === 24)?.tags).toContain('managers-study')
  })

  it('chooses columns in the address', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/runs')
    await user.click(await screen.findByRole('button', { name: 'Columns' }))
    await user.click(screen.getByRole('checkbox', { name: 'Preset' }))
    expect(await screen.findByRole('columnheader', { name: 'Preset' })).toBeVisible()
    expect((router.state.location.search as { columns?: string }).columns).toContain('preset')
  })

  it('filters further in a panel, and shows a chip for each filter', async () => {
    const user = userEvent.setup({ delay: null })
    const asked: string[] = []
    server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).search))
    const { router } = renderPage('/runs?set=workload.managers%3D2')
    await rowOf(25)
    await user.click(screen.getByRole('button', { name: 'More filters' }))
    await user.type(screen.getByRole('textbox', { name: 'Setting' }), 'entities 40{Enter}')
    expect(screen.getByText(/“entities 40” does not fit\. Write a path/)).toBeVisible()
    await user.clear(screen.getByRole('textbox', { name: 'Setting' }))
    await user.type(screen.getByRole('textbox', { name: 'Setting' }), 'workload.entities=40{Enter}')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Workload' }), 'universe_steps')
    await user.type(screen.getByRole('textbox', { name: 'Commit of Orrery' }), '51DC{Enter}')
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        set: 'workload.managers=2;workload.entities=40',
        workload: 'universe_steps',
        commit: '51dc',
      }),
    )
    await waitFor(() =>
      expect(asked.some((text) => text.includes('set=workload.managers%3D2&set=workload.entities%3D40'))).toBe(true),
    )
    await user.click(screen.getByRole('button', { name: 'Remove the filter workload.managers=2' }))
    await user.click(screen.getByRole('button', { name: 'Remove the filter commit 51dc' }))
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ set: 'workload.entities=40', workload: 'universe_steps' }),
    )
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  it('says in one verdict how a sweep or suite came out', async () => {
    const suite = sampleSuiteRun()
    fake.groups = [suite]
    const group = {
      id: suite.summary.id,
      kind: suite.summary.kind,
      number: 3,
      title: 'Steps',
      item: '',
      cell: 0,
      label: '',
    }
    fake.runs = fake.runs.map((run) => (run.number === 30 ? { ...run, group } : run))
    renderPage('/runs')
    const link = await screen.findByRole('link', { name: suite.summary.title })
    const row = link.closest<HTMLElement>('[role=row]')
    if (row === null) throw new Error('no row')
    expect(row).toHaveTextContent('donechecks failed')
    expect(within(row).getAllByText(/failed|passed/)).toHaveLength(1)
  })

  const listGroup = (state: 'done' | 'running' = 'done') => {
    const sweep = sampleSweep({ state, tags: ['old'] })
    fake.groups = [sweep]
    const group = { ...sweep.summary, item: '', cell: 0, label: '' }
    fake.runs = fake.runs.map((run) => (run.number === 25 ? { ...run, group } : run))
    return sweep
  }

  it('tags and archives a sweep by its checkbox', async () => {
    const user = userEvent.setup({ delay: null })
    const deeds: { deed: string; body: unknown }[] = []
    server.resetHandlers()
    fake = { ...fake, deeds }
    server.use(...consoleHandlers(fake))
    listGroup()
    renderPage('/runs')
    await user.click(await screen.findByRole('checkbox', { name: 'Select sweep 3' }))
    const bar = within(screen.getByRole('toolbar', { name: 'Selected runs' }))
    expect(bar.getByText('sweep 3 selected')).toBeVisible()
    expect(bar.getByRole('button', { name: 'Compare' })).toBeDisabled()
    expect(bar.getByRole('button', { name: 'Export' })).toBeEnabled()
    await user.click(bar.getByRole('button', { name: 'Tags' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Tags of sweep 3' }))
    await user.click(dialog.getByRole('button', { name: 'Take old away' }))
    await user.type(dialog.getByRole('textbox', { name: 'Add a tag' }), 'new{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Save tags' }))
    await waitFor(() => expect(deeds).toEqual([{ deed: 'patch', body: { tags: ['new'] } }]))
    await user.click(screen.getByRole('checkbox', { name: 'Select sweep 3' }))
    await user.click(screen.getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(deeds[1]).toEqual({ deed: 'patch', body: { archived: true } }))
    expect(await screen.findByText('Sweep 3 is archived.')).toBeVisible()
  })

  it('restores each run of a sweep as it was when a change of its tags is undone', async () => {
    const user = userEvent.setup({ delay: null })
    const sweep = listGroup()
    const group = { ...sweep.summary, item: '', cell: 1, label: '' }
    const before = new Map([
      [24, ['new', 'own']],
      [25, ['old']],
      [23, ['own']],
    ])
    fake.runs = fake.runs.map((run) =>
      before.has(run.number) ? { ...run, group, tags: before.get(run.number) ?? [], archived: run.number === 23 } : run,
    )
    const tagsNow = () =>
      new Map(fake.runs.flatMap((run) => (before.has(run.number) ? [[run.number, run.tags] as const] : [])))
    renderPage('/runs')
    await user.click(await screen.findByRole('checkbox', { name: 'Select sweep 3' }))
    await user.click(screen.getByRole('button', { name: 'Tags' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Tags of sweep 3' }))
    await user.click(dialog.getByRole('button', { name: 'Take old away' }))
    await user.type(dialog.getByRole('textbox', { name: 'Add a tag' }), 'new{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Save tags' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(tagsNow()).toEqual(before))
    expect(fake.groups?.[0]?.summary.tags).toEqual(['old'])

    await user.click(await screen.findByRole('checkbox', { name: 'Select sweep 3' }))
    await user.click(screen.getByRole('button', { name: 'Archive' }))
    expect(await screen.findByText('Sweep 3 is archived.')).toBeVisible()
    const archive = screen.getByText('Sweep 3 is archived.').closest<HTMLElement>('[role=status], li, div')
    if (archive === null) throw new Error('no toast')
    await user.click(within(archive).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(fake.runs.filter((run) => run.archived).map((run) => run.number)).toEqual([23]))
  })

  it('deletes a sweep with undo', async () => {
    const user = userEvent.setup({ delay: null })
    const sweep = listGroup()
    renderPage('/runs')
    await user.click(await screen.findByRole('checkbox', { name: 'Select sweep 3' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select sweep 3' })).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select sweep 3' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(fake.deleted).toEqual([sweep.summary.id]))
  })

  it('does not delete a sweep that runs', async () => {
    const user = userEvent.setup({ delay: null })
    listGroup('running')
    renderPage('/runs')
    await user.click(await screen.findByRole('checkbox', { name: 'Select sweep 3' }))
    expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled()
  })

  it('shows a run in two lines on a narrow screen, with its checkbox, link and menu', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      Object.assign(new EventTarget(), { matches: media === NARROW, media } as MediaQueryList),
    )
    fake.runs = fake.runs.map((run) => (run.number === 25 ? { ...run, checks_hold: false } : run))
    renderPage('/runs?columns=name,preset')
    const row = await rowOf(25)
    expect(row).toHaveTextContent(/No manager.*done.*checks failed.*424 µs/)
    expect(within(row).getByRole('link', { name: 'No manager' })).toBeVisible()
    expect(within(row).getByRole('button', { name: 'Actions for run 25' })).toBeVisible()
    expect(screen.getAllByRole('columnheader')).toHaveLength(6)
    expect(screen.queryByRole('columnheader', { name: 'Preset' })).toBeNull()
    const places = [24, 23].map(async (number) => (await rowOf(number)).style.transform)
    const [above, below] = (await Promise.all(places)).map((text) => Number(/-?\d+/.exec(text)?.[0]))
    expect((below ?? 0) - (above ?? 0)).toBe(64)
  })

  it('says what to do when there is nothing', async () => {
    fake.runs = []
    renderPage('/runs')
    expect(await screen.findByText('No run has been made yet')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Make the first run' })).toHaveAttribute('href', '/new')
  })
})
