import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render_page'
import { sampleBaselineEntry } from '@/testing/sample_baseline'
import { sampleGroupSummary, sampleSweep, SWEEP_ID } from '@/testing/sample_group'
import { consoleHandlers, server, type FakeConsole } from '@/testing/server'

let fake: FakeConsole & { deeds: { deed: string; body: unknown }[] }
beforeEach(() => {
  fake = { runs: [], created: [], checked: [], deleted: [], deeds: [], groups: [sampleSweep()] }
  server.use(...consoleHandlers(fake))
})

describe('a sweep against a baseline', () => {
  it('is compared with the baseline of the same sweep, cell by cell', async () => {
    const other = sampleBaselineEntry('other', { group: sampleGroupSummary({ id: 'x', title: 'Another sweep' }) })
    fake.baselines = [other, sampleBaselineEntry('main')]
    const user = userEvent.setup({ delay: null })
    renderPage(`/groups/${SWEEP_ID}`)
    const found = await screen.findByRole('region', { name: 'Compared with baseline main' })
    expect(within(found).getByRole('heading', { level: 2 })).toHaveTextContent(
      'Slower: the median step time over 6 cells is 1.12 times baseline main.',
    )
    expect(found).toHaveTextContent(/^worse/)
    await user.click(screen.getByText('Each cell'))
    const row = within(screen.getByRole('table', { name: /Each cell against baseline main/ })).getByRole('row', {
      name: /managers 1/,
    })
    expect(row).toHaveTextContent(/1\.12×.*1\.08× to 1\.15×.*worse/)
  })

  it('keeps the choice in the address', async () => {
    fake.baselines = [sampleBaselineEntry('main'), sampleBaselineEntry('older')]
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage(`/groups/${SWEEP_ID}?baseline=older`)
    await screen.findByRole('region', { name: 'Compared with baseline older' })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Baseline' }), 'none')
    expect(await screen.findByText('Choose a baseline to compare with.')).toBeVisible()
    expect(router.state.location.search).toMatchObject({ baseline: 'none' })
  })

  it('is absent where there is no baseline', async () => {
    renderPage(`/groups/${SWEEP_ID}`)
    await screen.findByRole('heading', { level: 1, name: 'Managers and entities' })
    expect(screen.queryByText('Against a baseline')).toBeNull()
  })

  it('can become a baseline itself', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage(`/groups/${SWEEP_ID}`)
    await user.click(await screen.findByRole('button', { name: /^More for sweep/ }))
    await user.click(screen.getByRole('button', { name: 'Set as baseline' }))
    const name = screen.getByRole('textbox', { name: /Name/ })
    await user.clear(name)
    await user.type(name, 'release-1')
    await user.click(screen.getByRole('button', { name: 'Set baseline' }))
    await waitFor(() => expect(fake.deeds).toEqual([{ deed: 'set baseline release-1', body: { group: SWEEP_ID } }]))
    expect(await screen.findByText('Baseline release-1 is sweep 3')).toBeVisible()
  })
})
