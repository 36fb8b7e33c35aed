import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render_page'
import { SWEEP_ID, sample_suite, sampleSuiteRun } from '@/testing/sample_group'
import { consoleHandlers, server, type FakeConsole } from '@/testing/server'
import { bodyOf, defaultVariant, FIRST_CHOICE, problemOf, suiteCommand } from './suite_plan'

let fake: FakeConsole & { deeds: { deed: string; body: unknown }[] }
beforeEach(() => {
  fake = { runs: [], created: [], checked: [], deleted: [], deeds: [], groups: [sampleSuiteRun()] }
  server.use(...consoleHandlers(fake))
})

describe('the suites', () => {
  it('are listed with source, size and time', async () => {
    renderPage('/suites')
    const link = await screen.findByRole('link', { name: 'One node, managers and monitors' })
    expect(link).toHaveAttribute('href', '/suites/uss-single-node')
    const card = link.closest('li')
    expect(card).toHaveTextContent('typically 2 min 10 s')
    expect(card).toHaveTextContent('1 shape check')
    expect(card).toHaveTextContent('section 6.5.1')
    expect(screen.getByRole('region', { name: 'Universe simulation' })).toContainElement(card)
  })
})

describe('the page of a suite', () => {
  it('shows what it will show, its shape checks, and how it came out before', async () => {
    renderPage('/suites/uss-single-node')
    expect(await screen.findByRole('region', { name: 'What it shows' })).toHaveTextContent('Step time by entities')
    expect(screen.getByRole('region', { name: 'Shape checks' })).toHaveTextContent(
      'Step time is linear in entitiesfinding of the study · Figure 6.23 · a straight line',
    )
    const table = await screen.findByRole('table', { name: `Runs of ${sample_suite.title}` })
    expect(within(table).getByRole('row', { name: /^3/ })).toHaveTextContent('donechecks failed')
    expect(within(table).queryByRole('columnheader', { name: 'shape checks' })).toBeNull()
  })

  it('is run in the size, with the items and settings that were chosen', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/suites/uss-single-node')
    await user.click(await screen.findByRole('radio', { name: 'Full' }))
    await user.click(screen.getByRole('checkbox', { name: /^Entities/ }))
    await user.type(screen.getByLabelText('Repeats'), '3')
    await user.type(screen.getByLabelText(/^Other settings/), 'conditions.pinning=compact')
    expect(await screen.findByText(/30 launches in all/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Run the suite' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/groups/${SWEEP_ID}`))
    expect(fake.deeds.find((one) => one.deed === 'suite')?.body).toEqual({
      variant: 'full',
      items: ['managers'],
      set: ['conditions.pinning=compact'],
      repeats: 3,
    })
  })

  it('says one time: of earlier runs, else the usual one of a whole size, else that it is unknown', async () => {
    const user = userEvent.setup({ delay: null })
    let estimate_s: number | null = null
    server.use(
      http.post('*/api/v1/suites/:name/check', () =>
        HttpResponse.json({ cells: [], runs: 10, repeats: 30, estimate_s, estimated_cells: 10 }),
      ),
    )
    renderPage('/suites/uss-single-node')
    const card = within(await screen.findByRole('region', { name: 'Run it' }))
    expect(await card.findByText(/no similar run has ended here yet\.$/)).toHaveTextContent(
      'Takes about 2 min 10 s on two cores;',
    )
    expect(card.queryByText(/unknown/)).toBeNull()
    await user.type(card.getByLabelText('Repeats'), '3')
    expect(await card.findByText(/The time is unknown: no similar run has ended yet\.$/)).toBeVisible()
    expect(card.queryByText(/on two cores/)).toBeNull()
    estimate_s = 45
    await user.type(card.getByLabelText('Repeats'), '0')
    expect(await card.findByText(/judging by earlier runs/)).toHaveTextContent('Takes about 45 s,')
    expect(card.queryByText(/on two cores|unknown/)).toBeNull()
  })

  it('is not run with nothing chosen', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/suites/uss-single-node')
    await user.click(await screen.findByRole('checkbox', { name: /^Entities/ }))
    await user.click(screen.getByRole('button', { name: 'Run the suite' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Choose one item at least.')
    expect(fake.deeds.filter((one) => one.deed === 'suite')).toEqual([])
  })
})

describe('what of a suite is run', () => {
  const choice = { ...FIRST_CHOICE, variant: 'short' }

  it('is the first variant that the nodes suffice for', () => {
    const variant = (name: string, nodes: number) => ({ name, title: name, summary: '', typical_s: 1, nodes, set: [] })
    const suite = { ...sample_suite, variants: [variant('nodes', 4), variant('two-nodes', 2), variant('one', 1)] }
    expect([8, 3, 1, 0].map((online) => defaultVariant(suite, online))).toEqual(['nodes', 'two-nodes', 'one', 'one'])
  })

  it.each([
    [{ repeats: '0' }, '0 repeats cannot be run: give a number from 1 to 100, or nothing.'],
    [{ within: '60' }, '60 % is not an interval: give a number above 0 and up to 50, or nothing.'],
    [{ repeats: 'many' }, 'many repeats cannot be run: give a number from 1 to 100, or nothing.'],
    [{ settings: 'pinning' }, 'pinning is not a setting: write path=value, for example conditions.pinning=compact.'],
    [{ settings: 'a.b=1\n\n c.d[0]="x"' }, ''],
  ])('%j: %s', (change, message) => expect(problemOf(sample_suite, { ...choice, ...change })).toBe(message))

  it('is the same for a command line', () => {
    const body = bodyOf(sample_suite, { ...choice, variant: 'full', without: ['entities'], settings: "name=it's" })
    expect(suiteCommand('./orrery', sample_suite, body)).toBe(
      `./orrery suite uss-single-node --variant full --item managers --set 'name=it'\\''s'`,
    )
  })
})
