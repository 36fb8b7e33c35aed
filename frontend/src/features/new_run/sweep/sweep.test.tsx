import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render_page'
import { SWEEP_ID } from '@/testing/sample_group'
import { consoleHandlers, problem, server, type FakeConsole } from '@/testing/server'

let fake: FakeConsole & { deeds: { deed: string; body: unknown }[] }
beforeEach(() => {
  fake = { runs: [], created: [], checked: [], deleted: [], deeds: [] }
  server.use(...consoleHandlers(fake))
})

const vary = async (name: string) => screen.findByRole('button', { name: `${name}: vary` })

describe('a sweep in the form', () => {
  it('varies two parameters, says what that makes, and is launched as one', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/new?preset=universe-two-nodes')
    await user.click(await vary('Managers'))
    await user.clear(screen.getByLabelText('Managers, from'))
    await user.type(screen.getByLabelText('Managers, from'), '0')
    await user.clear(screen.getByLabelText('Managers, to'))
    await user.type(screen.getByLabelText('Managers, to'), '2')
    await user.click(await vary('Entities'))
    const entities = screen.getByRole('radiogroup', { name: 'How Entities varies' })
    await user.click(within(entities).getByRole('radio', { name: 'List' }))
    await user.clear(screen.getByLabelText('Values of Entities'))
    await user.type(screen.getByLabelText('Values of Entities'), '20, 40')
    await user.click(await screen.findByRole('button', { name: 'Launch sweep of 6 runs' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/groups/${SWEEP_ID}`))
    const launched = fake.deeds.find((one) => one.deed === 'sweep')?.body
    expect(launched).toEqual({
      schema_version: 1,
      name: 'Universe on two nodes',
      base: { preset: 'universe-two-nodes', set: [] },
      axes: [
        { kind: 'range', path: 'workload.managers', min: 0, max: 2, step: 1 },
        { kind: 'list', path: 'workload.entities', values: ['20', '40'] },
      ],
      combine: 'grid',
      interleaved: true,
    })
    expect(fake.created).toEqual([])
  })

  it('shows what is wrong with an axis at its field, and is not launched', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage('/new?preset=universe-two-nodes')
    await user.click(await vary('Managers'))
    const to = screen.getByLabelText('Managers, to')
    await user.clear(to)
    await user.type(to, '-3')
    expect(await screen.findAllByText(/-3 is below 1\./)).not.toHaveLength(0)
    await user.click(screen.getByRole('button', { name: /^Launch sweep/ }))
    expect(screen.getByLabelText('Managers, from')).toHaveFocus()
    expect(fake.deeds.filter((one) => one.deed === 'sweep')).toEqual([])
  })

  it('puts an error of the server at the parameter that it is about', async () => {
    server.use(
      http.post('*/api/v1/sweeps/check', () =>
        problem(422, 'invalid', 'The sweep is wrong.', [
          {
            field: 'axes[0].max',
            value: '9',
            message: '9 is above the largest value, 3.',
            remedy: 'Give less.',
            place: '',
          },
        ]),
      ),
    )
    const user = userEvent.setup({ delay: null })
    renderPage('/new?preset=universe-two-nodes')
    await user.click(await vary('Managers'))
    await waitFor(() =>
      expect(screen.getByLabelText('Managers, from')).toHaveAccessibleDescription(
        expect.stringContaining('above the largest'),
      ),
    )
  })

  it('is kept over a reload, and is a run again when nothing varies', async () => {
    const user = userEvent.setup({ delay: null })
    const first = renderPage('/new?preset=universe-two-nodes')
    await user.click(await vary('Managers'))
    expect(await screen.findByText(/30 launches in all/)).toBeVisible()
    first.unmount()
    renderPage('/new?preset=universe-two-nodes')
    await user.click(await screen.findByRole('button', { name: 'Managers: one value' }))
    expect(await screen.findByRole('button', { name: 'Launch run' })).toBeVisible()
    expect(screen.getByLabelText('Managers', { exact: true })).toHaveValue('1')
  })
})
