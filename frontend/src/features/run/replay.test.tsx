import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Positions, RunDocument } from '@/api/contracts'
import { renderPage } from '@/testing/render_page'
import { sampleDocument } from '@/testing/sample_document'
import { sampleRuns } from '@/testing/sample_data'
import { consoleHandlers, problem, server } from '@/testing/server'
import { nextMoment, partOf, usualSpeed } from './replay'

describe('the pace of a replay', () => {
  const times = [0, 200e6, 400e6, 600e6]

  it('is the pace of the run at a speed of 1', () => {
    expect(nextMoment(times, 0, 1)).toEqual({ at: 1, wait_ms: 200 })
    expect(nextMoment(times, 0, 0.25)).toEqual({ at: 1, wait_ms: 800 })
    expect(nextMoment(times, 3, 1)).toBeNull()
    expect(nextMoment([], 0, 1)).toBeNull()
  })

  it('passes over moments that would be shown too briefly', () => {
    expect(nextMoment(times, 0, 8)).toEqual({ at: 2, wait_ms: 50 })
    expect(nextMoment(times, 0, 256)).toEqual({ at: 3, wait_ms: 50 })
  })

  it('shows all of a long repeat within 40 seconds', () => {
    expect(usualSpeed(times)).toBe(1)
    expect(usualSpeed([0, 100e9])).toBe(4)
    expect(usualSpeed([0, 1e18])).toBe(256)
    expect([partOf(0), partOf(29), partOf(30)]).toEqual([0, 0, 30])
  })
})

describe('the map of a run that has ended', () => {
  let run: RunDocument
  let asked: string[]
  let positions: Positions

  const entities = {
    schema_id: 3,
    kind: 'entities' as const,
    columns: sampleDocument().schemas[0]!.columns.slice(0, 1),
  }

  beforeEach(() => {
    const sample = sampleDocument()
    run = { ...sample, schemas: [...sample.schemas, entities] }
    asked = []
    const moment = (x: number) => ({
      nodes: [
        { node_index: 0, entities: [0, 2], x: [x, x], y: [0.5, 0.25] },
        { node_index: 1, entities: [1], x: [x], y: [0.75] },
      ],
    })
    positions = {
      repeat: 0,
      times_ns: [0, 200e6, 1400e6],
      steps: [0, 10, 70],
      first: 0,
      items: [moment(0.1), moment(0.2), moment(0.3)],
    }
    server.use(
      http.get('*/api/v1/runs/:id/log', () => HttpResponse.json([])),
      http.get('*/api/v1/runs/:id/series', () => HttpResponse.json({ items: [] })),
      http.get('*/api/v1/runs/:id/positions', ({ request }) => {
        asked.push(new URL(request.url).search)
        return HttpResponse.json(positions)
      }),
      http.get('*/api/v1/runs/:id', () => HttpResponse.json(run)),
      ...consoleHandlers({ runs: sampleRuns(5), created: [], checked: [], deleted: [] }),
    )
  })

  const map = () => screen.findByRole('region', { name: 'Map' })

  it('shows a moment that the slider chooses, by step and seconds', async () => {
    renderPage(`/runs/${run.summary.id}?repeat=1`)
    const slider = within(await map()).getByRole('slider', { name: 'Moment' })
    expect(slider).toHaveAttribute('aria-valuetext', 'step 0, 0.0 s')
    expect(within(await map()).getByRole('list', { name: 'Entities drawn, by node' })).toHaveTextContent(
      /lyra2.*cygnus1/,
    )
    fireEvent.change(slider, { target: { value: '2' } })
    expect(slider).toHaveAttribute('aria-valuetext', 'step 70, 1.4 s')
    expect(asked[0]).toBe('?repeat=1&first=0&count=30')
  })

  it('plays to the end and stops there', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage(`/runs/${run.summary.id}`)
    await user.selectOptions(within(await map()).getByRole('combobox', { name: 'Speed' }), '64× real time')
    await user.click(within(await map()).getByRole('button', { name: 'Play' }))
    const slider = within(await map()).getByRole('slider', { name: 'Moment' })
    await waitFor(() => expect(slider).toHaveValue('2'))
    expect(within(await map()).getByRole('button', { name: 'Play' })).toBeVisible()
  })

  it('has no card where no positions were stored', async () => {
    positions = { repeat: 0, times_ns: [], steps: [], first: 0, items: [] }
    renderPage(`/runs/${run.summary.id}`)
    await waitFor(() => expect(asked).not.toHaveLength(0))
    expect(await screen.findByRole('region', { name: 'Checks' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Map' })).toBeNull()
  })

  it('says when the positions cannot be loaded', async () => {
    server.use(http.get('*/api/v1/runs/:id/positions', () => problem(404, 'not_found', 'There is no such run.')))
    renderPage(`/runs/${run.summary.id}`)
    expect(await screen.findByText('The map could not be loaded')).toBeVisible()
  })
})
