import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LinkMatrix } from '@/api/contracts'
import { renderPage } from '@/testing/render_page'
import { sample_nodes } from '@/testing/sample_data'
import { consoleHandlers, problem, server } from '@/testing/server'

beforeEach(() => {
  server.use(...consoleHandlers({ runs: [], created: [], checked: [], deleted: [] }))
})

describe('the fleet', () => {
  it('shows every node, offline ones too', async () => {
    renderPage('/fleet')
    const cygnus = await screen.findByRole('article', { name: 'Node cygnus' })
    expect(cygnus).toHaveTextContent('online')
    expect(cygnus).toHaveTextContent('0.33 of 4 cores')
    expect(cygnus).toHaveTextContent('−312 ± 61 µs')
    const draco = screen.getByRole('article', { name: 'Node draco' })
    expect(draco).toHaveTextContent('offline')
    expect(within(draco).getByRole('button', { name: 'Forget draco' })).toBeVisible()
    expect(within(cygnus).queryByRole('button')).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('2 nodes online, all at work, 1 offline')
    expect(screen.getByText('./orrery agent --join http://x')).toBeVisible()
  })

  it('marks the nodes that share a machine, on cards and in the table', async () => {
    const nodes = sample_nodes.map((node) => ({ ...node, shares_machine_with: node.name === 'cygnus' ? ['lyra'] : [] }))
    server.use(http.get('*/api/v1/nodes', () => HttpResponse.json({ items: nodes, join_command: './orrery agent' })))
    const user = userEvent.setup({ delay: null })
    renderPage('/fleet')
    const cygnus = await screen.findByRole('article', { name: 'Node cygnus' })
    expect(cygnus).toHaveTextContent('shares a machine with lyra')
    expect(screen.getByRole('article', { name: 'Node lyra' })).not.toHaveTextContent('shares a machine')
    await user.click(screen.getByRole('radio', { name: 'Table' }))
    expect(await screen.findByRole('columnheader', { name: 'Shares a machine with' })).toBeVisible()
    expect(within(screen.getByRole('row', { name: /cygnus/ })).getByRole('cell', { name: 'lyra' })).toBeVisible()
  })

  it('measures the links between nodes, with progress, and shows what was found', async () => {
    const at = '2026-02-03T04:05:06.789Z'
    const found = { measured_at: at, same_machine: false, median_us: 121.4, p99_us: 180.2, mb_s: 938.2, problem: '' }
    const failed = { median_us: null, p99_us: null, mb_s: null, problem: 'lyra has a run.', same_machine: true }
    const measured: LinkMatrix = {
      items: [
        { ...found, source: 'lyra', target: 'cygnus' },
        { ...found, ...failed, source: 'cygnus', target: 'lyra' },
      ],
      measuring: null,
    }
    let matrix: LinkMatrix = { items: [], measuring: null }
    const asked: unknown[] = []
    server.use(
      http.get('*/api/v1/nodes/links', () => HttpResponse.json(matrix)),
      http.post('*/api/v1/nodes/links', async ({ request }) => {
        asked.push(await request.json())
        const begun = { items: [], measuring: { done: 1, total: 6 } }
        matrix = measured
        return HttpResponse.json(begun, { status: 202 })
      }),
    )
    const user = userEvent.setup({ delay: null })
    renderPage('/fleet')
    await user.click(await screen.findByRole('button', { name: 'Measure links' }))
    expect(await screen.findByRole('progressbar', { name: 'Links measured' })).toHaveAttribute('max', '6')
    expect(screen.getByRole('button', { name: 'Measuring 1 of 6' })).toBeDisabled()
    const table = await screen.findByRole('table', { name: 'Links between nodes' })
    const row = within(table).getByRole('row', { name: /^lyra/ })
    expect(row).toHaveTextContent('121 µs')
    expect(row).toHaveTextContent('938 MB/s')
    expect(row).not.toHaveTextContent('same machine')
    const back = within(table).getByRole('row', { name: /^cygnus/ })
    expect(back).toHaveTextContent('lyra has a run.')
    expect(back).toHaveTextContent('same machine')
    expect(screen.getByRole('button', { name: 'Measure links' })).toBeEnabled()
    expect(asked).toEqual([{ nodes: [] }])
  })

  it('says why links were not measured', async () => {
    server.use(http.post('*/api/v1/nodes/links', () => problem(409, 'conflict', 'Nodes with a run: lyra.')))
    const user = userEvent.setup({ delay: null })
    renderPage('/fleet')
    await user.click(await screen.findByRole('button', { name: 'Measure links' }))
    expect(await screen.findByText(/Links were not measured: Nodes with a run: lyra\./)).toBeVisible()
  })

  it('shows the progress of the build of the worker before the first node', async () => {
    server.use(
      http.get('*/api/v1/nodes', () => HttpResponse.json({ items: [], join_command: './orrery agent' })),
      http.get('*/api/v1/health', () =>
        HttpResponse.json({
          status: 'ok',
          version: '0.2.0',
          commit: '',
          command: 'orrery',
          epoch: 'e',
          nodes_online: 0,
          runs: 0,
          keep_days: null,
          keep_runs: null,
          worker_build: { done: 45, total: 331 },
        }),
      ),
    )
    renderPage('/fleet')
    expect(await screen.findByRole('progressbar', { name: 'Build of the worker' })).toHaveAttribute('max', '331')
    expect(screen.getByText(/45 of 331/)).toBeVisible()
  })

  it('approves an agent that waits to join', async () => {
    const key = '0123456789abcdef'
    const waiting = {
      name: 'vega',
      fingerprint: key,
      address: '192.0.2.7',
      hostname: 'v',
      asked_at: '2026-02-03T04:05:06.789Z',
    }
    let items = [waiting]
    const approved: unknown[] = []
    server.use(
      http.get('*/api/v1/nodes/waiting', () => HttpResponse.json({ items })),
      http.post('*/api/v1/nodes/vega/approve', async ({ request }) => {
        approved.push(await request.json())
        items = []
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const user = userEvent.setup({ delay: null })
    renderPage('/fleet')
    await user.click(await screen.findByRole('button', { name: `Approve vega with key ${key}` }))
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'vega' })).toBeNull())
    expect(approved).toEqual([{ fingerprint: key }])
  })

  it('forgets an offline node after asking', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/fleet')
    await user.click(await screen.findByRole('button', { name: 'Forget draco' }))
    await user.click(screen.getByRole('button', { name: 'Keep it' }))
    await user.click(screen.getByRole('button', { name: 'Forget draco' }))
    await user.click(screen.getByRole('button', { name: 'Forget it' }))
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Node draco' })).toBeNull())
    expect(screen.getByRole('log')).toHaveTextContent('draco is forgotten')
  })

  it('says why a node could not be forgotten', async () => {
    server.use(http.post('*/api/v1/nodes/draco/forget', () => problem(409, 'conflict', 'draco is online again.')))
    const user = userEvent.setup({ delay: null })
    renderPage('/fleet')
    await user.click(await screen.findByRole('button', { name: 'Forget draco' }))
    await user.click(screen.getByRole('button', { name: 'Forget it' }))
    expect(await screen.findByText(/draco could not be forgotten: draco is online again\./)).toBeVisible()
    expect(screen.getByRole('article', { name: 'Node draco' })).toBeVisible()
  })

  it('is a table too, by the address', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/fleet')
    await user.click(await screen.findByRole('radio', { name: 'Table' }))
    expect(await screen.findByRole('table', { name: 'Nodes of the fleet' })).toBeVisible()
    expect(router.state.location.search).toEqual({ view: 'table' })
  })

  it('says how a first node joins', async () => {
    server.use(http.get('*/api/v1/nodes', () => HttpResponse.json({ items: [], join_command: './orrery agent' })))
    renderPage('/fleet')
    expect(await screen.findByText('A run needs at least one node')).toBeVisible()
  })
})
