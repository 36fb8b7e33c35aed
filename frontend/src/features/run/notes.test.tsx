import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Annotation, NewAnnotation, RunDocument } from '@/api/contracts'
import { renderPage } from '@/testing/render_page'
import { sampleDocument } from '@/testing/sample_document'
import { consoleHandlers, server } from '@/testing/server'
import { noteMarks } from './series_plan'

let run: RunDocument
let written: NewAnnotation[]

function note(id: string, part: Partial<Annotation>): Annotation {
  return { id, at: '2026-03-03T12:00:00.000Z', author: 'ada', text: id, repeat: null, step: null, ...part }
}

beforeEach(() => {
  written = []
  run = {
    ...sampleDocument(),
    annotations: [note('late', { repeat: 0, step: 1200 }), note('early', { repeat: 0, step: 7 }), note('all', {})],
  }
  server.use(
    http.get('*/api/v1/runs/:id/log', () => HttpResponse.json([])),
    http.get('*/api/v1/runs/:id/series', () => HttpResponse.json({ items: [] })),
    http.get('*/api/v1/runs/:id', () => HttpResponse.json(run)),
    http.post('*/api/v1/runs/:id/annotations', async ({ request }) => {
      const asked = (await request.json()) as NewAnnotation
      written.push(asked)
      const made = note('made', { text: asked.text, repeat: asked.repeat ?? null, step: asked.step ?? null })
      run = { ...run, annotations: [...run.annotations, made] }
      return HttpResponse.json(made, { status: 201 })
    }),
    http.delete('*/api/v1/runs/:id/annotations/:note', ({ params }) => {
      run = { ...run, annotations: run.annotations.filter(({ id }) => id !== params['note']) }
      return new HttpResponse(null, { status: 204 })
    }),
    ...consoleHandlers({ runs: [], created: [], checked: [], deleted: [] }),
  )
})

describe('the notes of a run', () => {
  it('are listed in the order of their steps, and are deleted after a time for undo', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage(`/runs/${run.summary.id}`)
    const card = within(await screen.findByRole('region', { name: 'Notes' }))
    const texts = () => card.getAllByRole('listitem').map((item) => item.firstElementChild?.textContent)
    expect(texts()).toEqual(['all', 'early', 'late'])
    expect(card.getByText(/repeat 1, step 7; ada/)).toBeVisible()
    const remove = () => user.click(card.getByRole('button', { name: /^Delete the note on repeat 1, step 7/ }))
    await remove()
    expect(texts()).toEqual(['all', 'late'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(texts()).toEqual(['all', 'early', 'late'])
    await remove()
    expect(run.annotations).toHaveLength(3)
    dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(run.annotations.map(({ id }) => id)).toEqual(['late', 'all']))
    expect(texts()).toEqual(['all', 'late'])
  })

  it('are written on a step, and the page shows them', async () => {
    const user = userEvent.setup({ delay: null })
    renderPage(`/runs/${run.summary.id}`)
    const card = within(await screen.findByRole('region', { name: 'Notes' }))
    await user.click(card.getByRole('button', { name: 'Add a note' }))
    const dialog = within(screen.getByRole('dialog', { name: /^Note on run/ }))
    expect(dialog.getByRole('button', { name: 'Add the note' })).toBeDisabled()
    await user.type(dialog.getByLabelText('Note'), 'The backup began')
    await user.selectOptions(dialog.getByLabelText('On'), 'repeat 1')
    await user.type(dialog.getByLabelText(/^At step/), '30')
    await user.click(dialog.getByRole('button', { name: 'Add the note' }))
    expect(await card.findByText(/^repeat 1, step 30; ada/)).toBeVisible()
    expect(card.getByText('The backup began')).toBeVisible()
    expect(written).toEqual([{ text: 'The backup began', repeat: 0, step: 30 }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('are marks in charts of their repeat', () => {
    const long = note('long', { repeat: 1, step: 3, text: 'a long note\nthat has no room beside its line' })
    const noted = { ...run, annotations: [...run.annotations, long] }
    expect(noteMarks(noted, 0).map(({ x, text }) => [x, text])).toEqual([
      [1200, 'late'],
      [7, 'early'],
    ])
    expect(noteMarks(noted, 1).map(({ text }) => text)).toEqual(['a long note that has no roo…'])
  })
})
