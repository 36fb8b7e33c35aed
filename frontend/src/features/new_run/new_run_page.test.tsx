import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render_page'
import { sample_nodes, sampleRun } from '@/testing/sample_data'
import { consoleHandlers, problem, server, type FakeConsole } from '@/testing/server'

let fake: FakeConsole
beforeEach(() => {
  fake = { runs: [], created: [], checked: [], deleted: [] }
  server.use(...consoleHandlers(fake))
})

const launch = () => screen.findByRole('button', { name: 'Launch run' })
const ready = () => screen.findByText('ready to launch')

describe('a new run', () => {
  it('is launched from a preset with what was changed, and once', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/new')
    await user.click(await screen.findByRole('link', { name: 'Universe on two nodes' }))
    const managers = await screen.findByLabelText('Managers')
    await user.clear(managers)
    await user.type(managers, '2')
    await ready()
    await user.click(await launch())
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/runs\/./))
    expect(fake.created).toHaveLength(1)
    expect(fake.created[0]?.body).toEqual({ preset: 'universe-two-nodes', set: ['workload.managers=2'] })
    expect(fake.created[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(fake.checked.at(-1)).toEqual(fake.created[0]?.body)
  })

  it('begins as its start again once its draft was launched', async () => {
    const user = userEvent.setup({ delay: null })
    const { router, unmount } = renderPage('/new?preset=universe-two-nodes')
    const managers = await screen.findByLabelText('Managers')
    await user.clear(managers)
    await user.type(managers, '2')
    await ready()
    await user.click(await launch())
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/runs\/./))
    unmount()
    renderPage('/new?preset=universe-two-nodes')
    expect(await screen.findByLabelText('Managers')).toHaveValue('1')
  })

  it('shows what each node gets, and the messages of a step', async () => {
    renderPage('/new?preset=universe-two-nodes')
    expect(await screen.findByText('30 entities, 1 manager')).toBeVisible()
    expect(screen.getByRole('row', { name: /Notify an entity or manager\s*41/ })).toBeVisible()
  })

  it('says how the endpoints would wait on the nodes that would be taken', async () => {
    renderPage('/new?preset=universe-two-nodes')
    const said = await screen.findByRole('list', { name: 'How endpoints wait' })
    expect(said).toHaveTextContent('CPU pinning none. Waiting strategy automatic.')
  })

  it('is not launched with a wrong or an empty field, and leads to it', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/new?preset=universe-two-nodes')
    const entities = await screen.findByLabelText('Entities')
    await ready()
    for (const [typed, message] of [
      ['-1', '-1 is below the least value, 1.'],
      ['1000000000000', '1000000000000 is above the largest value, 4\u202f000\u202f000.'],
      ['forty', '"forty" is not a number.'],
      ['1.5', '1.5 is not a whole number.'],
      ['', 'A value is missing.'],
    ] as const) {
      await user.clear(entities)
      if (typed !== '') await user.type(entities, typed)
      expect(entities).toBeInvalid()
      expect(entities).toHaveAccessibleDescription(expect.stringContaining(message))
      await user.click(await launch())
      expect(entities).toHaveFocus()
      await user.keyboard('{Control>}{Enter}{/Control}')
    }
    expect(fake.created).toEqual([])
  })

  it('puts what the server finds wrong beside its field', async () => {
    server.use(
      http.post('*/api/v1/specs/check', () =>
        problem(422, 'too_few_nodes', '4 nodes are asked for.', [
          {
            field: 'placement.count',
            value: '4',
            message: '4 nodes are asked for, and 2 are online.',
            remedy: 'Join 2 more.',
            place: '',
          },
        ]),
      ),
    )
    const user = userEvent.setup({ delay: null })
    renderPage('/new?preset=universe-two-nodes')
    const count = await screen.findByLabelText('Nodes')
    await waitFor(() => expect(count).toHaveAccessibleDescription(expect.stringContaining('Join 2 more.')))
    await user.click(await launch())
    expect(fake.created).toEqual([])
    expect(count).toHaveFocus()
  })

  it('marks all fields at once: what the form finds and what the server finds of other parts', async () => {
    server.use(
      http.post('*/api/v1/specs/check', () =>
        problem(422, 'invalid', 'Three.', [
          { field: 'workload.entities', value: '-1', message: 'From the server.', remedy: '', place: '' },
          { field: 'placement.count', value: '4', message: '2 nodes are online.', remedy: 'Join 2 more.', place: '' },
          { field: 'spec.seed', value: '1', message: 'The seed is not free.', remedy: 'Give another.', place: '' },
        ]),
      ),
    )
    const user = userEvent.setup({ delay: null })
    renderPage('/new?preset=universe-two-nodes')
    const entities = await screen.findByLabelText('Entities')
    await user.clear(entities)
    await user.type(entities, '-1')
    const placement = await screen.findByRole('region', { name: 'Placement' })
    const count = within(placement).getByLabelText('Nodes', { selector: 'input' })
    await waitFor(() => expect(count).toHaveAccessibleDescription(expect.stringContaining('Join 2 more.')))
    expect(screen.getByLabelText('Seed')).toHaveAccessibleDescription(expect.stringContaining('Give another.'))
    expect(entities).toHaveAccessibleDescription(expect.stringContaining('-1 is below the least value, 1.'))
    expect(entities).not.toHaveAccessibleDescription(expect.stringContaining('From the server.'))
    expect(screen.getByText('3 errors to correct first')).toBeVisible()
  })

  it('asks for separate machines behind More, and keeps that when nodes are clicked', async () => {
    server.use(
      http.get('*/api/v1/nodes', () =>
        HttpResponse.json({
          items: sample_nodes.map((node) => ({ ...node, shares_machine_with: node.name === 'cygnus' ? ['lyra'] : [] })),
          join_command: './orrery agent',
        }),
      ),
    )
    const user = userEvent.setup({ delay: null })
    renderPage('/new?preset=universe-two-nodes')
    const placement = await screen.findByRole('region', { name: 'Placement' })
    expect(await within(placement).findByText('shares a machine with lyra')).toBeVisible()
    expect(within(placement).queryByLabelText('Separate machines')).toBeNull()
    await user.click(within(placement).getByRole('button', { name: 'More: 1 field' }))
    await user.click(within(placement).getByLabelText('Separate machines'))
    await ready()
    await waitFor(() =>
      expect(fake.checked.at(-1)).toEqual({ preset: 'universe-two-nodes', set: ['placement.separate_machines=true'] }),
    )
    await user.click(within(placement).getByRole('radio', { name: 'Chosen nodes' }))
    expect(within(placement).getByLabelText('Separate machines')).toBeChecked()
  })

  it('opens More for a refusal of nodes that share a machine', async () => {
    server.use(
      http.post('*/api/v1/specs/check', () =>
        problem(422, 'too_few_nodes', 'Nodes a and b share a machine.', [
          {
            field: 'placement.separate_machines',
            value: 'true',
            message: 'Nodes a and b share a machine.',
            remedy: 'Set placement.count to 1.',
            place: '',
          },
        ]),
      ),
    )
    renderPage('/new?preset=universe-two-nodes')
    const separate = await screen.findByLabelText('Separate machines')
    expect(separate).toHaveAccessibleDescription(expect.stringContaining('Set placement.count to 1.'))
  })

  it('does not launch when the server refuses, and says why', async () => {
    server.use(
      http.post('*/api/v1/runs', () =>
        problem(422, 'invalid', 'The seed is not free.', [
          { field: 'seed', value: '1', message: 'The seed is not free.', remedy: 'Give another.', place: '' },
        ]),
      ),
    )
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/new?preset=universe-two-nodes')
    await ready()
    await user.click(await launch())
    const seed = await screen.findByLabelText('Seed')
    await waitFor(() => expect(seed).toHaveAccessibleDescription(expect.stringContaining('Give another.')))
    expect(router.state.location.pathname).toBe('/new')
    await user.type(seed, '2')
    expect(seed).toBeValid()
  })

  it('sends a launch whose answer was lost again under the same key', async () => {
    const keys: (string | null)[] = []
    server.use(
      http.post('*/api/v1/runs', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        return Response.error()
      }),
    )
    const user = userEvent.setup({ delay: null })
    renderPage('/new?preset=universe-two-nodes')
    await ready()
    await user.click(await launch())
    expect(await screen.findByText('The run was not launched')).toBeVisible()
    await user.click(await launch())
    await waitFor(() => expect(keys).toHaveLength(2))
    expect(keys[0]).toBe(keys[1])
  })

  it('offers every workload, by family', async () => {
    renderPage('/new?preset=universe-two-nodes')
    const workloads = await screen.findByRole('radiogroup', { name: 'Workload' })
    const families = within(workloads).getAllByRole('group')
    expect(families.map((family) => family.getAttribute('aria-label'))).not.toContain('Other')
    const events = within(workloads).getByRole('group', { name: 'Event simulation' })
    expect(within(events).getByRole('radio', { name: 'PHOLD' })).not.toBeChecked()
    const universes = within(workloads).getByRole('group', { name: 'Universe simulation' })
    expect(within(universes).getByRole('radio', { name: 'universe steps' })).toBeChecked()
  })

  it('shows only fields that have an effect', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/new?preset=universe-two-nodes')
    await screen.findByLabelText('Entities')
    expect(screen.queryByLabelText('Pool threads')).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'pooled' }))
    expect(await screen.findByLabelText('Pool threads')).toBeVisible()
  })

  it('shows the fields that most runs set, and the others behind More', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/new?preset=universe-two-nodes')
    await screen.findByLabelText('Entities')
    const more = screen.getByRole('button', { name: /^More: \d+ fields$/ })
    expect(more).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByLabelText('Warm-up steps')).toBeNull()
    // The preset sets it.
    expect(screen.getByRole('textbox', { name: /^Cost of an update/ })).toBeVisible()
    await user.click(more)
    expect(screen.getByLabelText('Warm-up steps')).toBeVisible()
    await user.click(more)
    expect(screen.queryByLabelText('Warm-up steps')).toBeNull()
  })

  it('lists every error by the name of its field, and leads to it', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/new?preset=universe-two-nodes')
    const entities = await screen.findByLabelText('Entities')
    for (const field of [entities, screen.getByLabelText('Steps')]) {
      await user.clear(field)
      await user.type(field, '-1')
    }
    expect(await screen.findByText('2 errors to correct first')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Workload: Steps' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Workload: Entities' }))
    expect(entities).toHaveFocus()
  })

  it('shows what is behind More while something there is wrong', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/new?preset=universe-two-nodes')
    const workload = await screen.findByRole('region', { name: /^Workload/ })
    const more = within(workload).getByRole('button', { name: /^More: / })
    await user.click(more)
    await user.clear(screen.getByLabelText('Warm-up steps'))
    await user.type(screen.getByLabelText('Warm-up steps'), '-1')
    await user.click(more)
    expect(await screen.findByLabelText('Warm-up steps')).toBeInvalid()
  })

  it('shows single fields before groups of fields, under which they would seem to be of the group', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/new?preset=rti-throughput')
    await user.click(await screen.findByRole('button', { name: /^More: / }))
    const order = await screen.findByLabelText('Order of modules')
    const impairment = screen.getByRole('group', { name: 'Impairment' })
    expect(order.compareDocumentPosition(impairment) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(impairment).not.toContainElement(order)
  })

  it('is placed on nodes by clicking them, the master first', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/new?preset=universe-two-nodes')
    await screen.findByText('30 entities, 1 manager')
    await user.click(await screen.findByRole('button', { name: /^lyra master/ }))
    await user.click(await screen.findByRole('button', { name: /^lyra takes no part/ }))
    expect(await screen.findByRole('button', { name: /^cygnus master/ })).toBePressed()
    await ready()
    await user.click(await launch())
    await waitFor(() => expect(fake.created).toHaveLength(1))
    expect(fake.created[0]?.body).toEqual({
      preset: 'universe-two-nodes',
      set: ['placement={"kind":"named","names":["cygnus","lyra"]}'],
    })
  })

  it('survives a reload, and resets changes', async () => {
    const user = userEvent.setup({ delay: null })
    const first = renderPage('/new?preset=universe-two-nodes')
    const steps = await screen.findByLabelText('Steps')
    await user.clear(steps)
    await user.type(steps, '77')
    first.unmount()
    renderPage('/new?preset=universe-two-nodes')
    expect(await screen.findByLabelText('Steps')).toHaveValue('77')
    await user.click(screen.getByRole('button', { name: 'Reset all changes' }))
    expect(screen.getByLabelText('Steps')).toHaveValue('3000')
  })

  it('keeps its draft in the address, for a link that is sent', async () => {
    const user = userEvent.setup({ delay: null })
    const first = renderPage('/new?preset=universe-two-nodes')
    const steps = await screen.findByLabelText('Steps')
    await user.clear(steps)
    await user.type(steps, '77')
    await waitFor(() =>
      expect(first.router.state.location.search).toMatchObject({ changes: '[["workload.steps",77]]' }),
    )
    const { href } = first.router.state.location
    first.unmount()
    sessionStorage.clear()
    renderPage(href)
    expect(await screen.findByLabelText('Steps')).toHaveValue('77')
  })

  it('begins again when its preset is chosen again', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/new?preset=universe-two-nodes')
    await user.type(await screen.findByLabelText('Steps'), '9')
    expect(screen.getByLabelText('Steps')).toHaveValue('30009')
    await user.click(screen.getByRole('button', { name: 'Choose another start' }))
    await user.click(await screen.findByRole('link', { name: 'Universe on two nodes' }))
    await waitFor(() => expect(screen.getByLabelText('Steps')).toHaveValue('3000'))
  })

  it('offers the presets of one family at a time, and keeps the family in the address', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/new')
    await screen.findByRole('link', { name: 'Universe on two nodes' })
    expect(screen.queryByRole('link', { name: 'RTI round trips' })).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'Federations' }))
    expect(await screen.findByRole('link', { name: 'RTI round trips' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Universe on two nodes' })).toBeNull()
    expect(router.state.location.search).toEqual({ family: 'Federations' })
    await user.click(screen.getByRole('radio', { name: 'Universe simulation' }))
    const few = await screen.findAllByRole('listitem', undefined)
    await user.click(screen.getByRole('button', { name: /^Show all \d+$/ }))
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(few.length)
  })

  it('takes pasted JSON, and says what is wrong with it', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/new')
    await user.click(await screen.findByRole('button', { name: 'Paste a run as JSON' }))
    const dialog = await screen.findByRole('dialog', { name: 'Paste a run as JSON' })
    const area = within(dialog).getByLabelText('Run as JSON')
    await user.click(area)
    await user.paste('{"name": "x",')
    await user.click(within(dialog).getByRole('button', { name: 'Take into the form' }))
    expect(within(dialog).getByRole('alert')).toHaveTextContent('This is not JSON')
    await user.clear(area)
    await user.paste('{"name": "Pasted", "workload": {"kind": "universe_steps", "entitles": 3}}')
    await user.click(within(dialog).getByRole('button', { name: 'Take into the form' }))
    expect(await screen.findByLabelText('Name')).toHaveValue('Pasted')
    expect(screen.getByText(/There is no entitles here/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Leave it out' }))
    await ready()
  })

  it('begins from another run', async () => {
    const [run] = [{ ...(await import('@/testing/sample_data')).sampleRun(7), name: 'The one before' }]
    fake.runs = [run]
    renderPage('/new?from=7')
    expect(await screen.findByLabelText('Name')).toHaveValue('The one before')
    expect(screen.getByText(/run 7, The one before/)).toBeVisible()
  })

  it('gives a changed run a name of its own until the name is edited', async () => {
    const user = userEvent.setup({ delay: null })
    fake.runs = [sampleRun(7)]
    renderPage('/new?from=7')
    const name = await screen.findByLabelText('Name')
    const [before] = [(name as HTMLInputElement).value]
    const steps = screen.getByLabelText('Steps')
    await user.clear(steps)
    await user.type(steps, '77')
    expect(name).toHaveValue(`${before}, steps 77`)
    await user.clear(steps)
    await user.type(steps, '3000')
    expect(name).toHaveValue(before)
    await user.clear(name)
    await user.type(name, 'Mine')
    await user.clear(steps)
    await user.type(steps, '78')
    await ready()
    await user.click(await launch())
    await waitFor(() => expect(fake.created).toHaveLength(1))
    expect(fake.created[0]?.body).toMatchObject({ spec: { name: 'Mine', workload: { steps: 78 } } })
  })

  it('says that a preset is unknown', async () => {
    renderPage('/new?preset=nothing-like-it')
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no preset of that name.')
    expect(screen.queryByRole('button', { name: 'Launch run' })).toBeNull()
  })
})
