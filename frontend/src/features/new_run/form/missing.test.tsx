import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { NodeView } from '@/api/contracts'
import { renderPage } from '@/testing/render_page'
import { sampleFacts, sampleNode } from '@/testing/sample_data'
import { consoleHandlers, server } from '@/testing/server'

function fleet(...nodes: NodeView[]) {
  server.use(http.get('*/api/v1/nodes', () => HttpResponse.json({ items: nodes, join_command: '' })))
}

const without = sampleNode('lyra', 1, { facts: sampleFacts('lyra', { rti_peers: [], third_party_transports: [] }) })

beforeEach(() => server.use(...consoleHandlers({ runs: [], created: [], checked: [], deleted: [] })))

const protocol = () => screen.findByLabelText('Reliable protocol')
const openForm = async () => {
  renderPage('/new?preset=rti-throughput')
  await userEvent.setup({ delay: null }).click(await screen.findByRole('button', { name: /^More: / }))
}
const option = async (name: string) => within(await protocol()).findByRole('option', { name })

it('what no node online offers cannot be chosen, and its remedy is said', async () => {
  fleet(without, sampleNode('vega', 2, { state: 'offline' }))
  await openForm()
  expect(await option('Cyclone DDS')).toBeDisabled()
  expect(await option('NORM')).toBeDisabled()
  expect(await option('channels')).toBeEnabled()
  expect(screen.getByText(/Cyclone DDS is not there on any node online. Install the package/)).toBeVisible()
  expect(screen.getByRole('radio', { name: 'HELICS' })).toBeDisabled()
  expect(screen.getByRole('radio', { name: 'Orrery' })).toBeEnabled()
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Reliable protocol: vary' }))
  expect(screen.getByRole('checkbox', { name: 'Cyclone DDS' })).toBeDisabled()
})

it('what one node online offers can be chosen', async () => {
  fleet(without, sampleNode('vega', 2))
  await openForm()
  expect(await option('Cyclone DDS')).toBeEnabled()
  expect(await option('NORM')).toBeEnabled()
  expect(screen.getByRole('radio', { name: 'HELICS' })).toBeEnabled()
  expect(screen.queryByText(/is not there on any node online/)).toBeNull()
})
