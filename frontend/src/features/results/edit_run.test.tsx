import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RunDocument, RunPatch } from '@/api/contracts'
import { renderPage } from '@/testing/render_page'
import { sampleDocument } from '@/testing/sample_document'
import { consoleHandlers, problem, server } from '@/testing/server'

let run: RunDocument
let revision: number
let saved: RunPatch[]
/** What somebody else does just before a save arrives. */
let meanwhile: (() => void)[]

function apply({ name, note, tags }: RunPatch) {
  revision += 1
  run = {
    ...run,
    summary: { ...run.summary, name: name ?? run.summary.name, tags: tags ?? run.summary.tags },
    spec: { ...run.spec, note: note ?? run.spec.note },
  }
}

beforeEach(() => {
  run = sampleDocument()
  run = { ...run, spec: { ...run.spec, note: 'first try' }, summary: { ...run.summary, tags: ['quiet'] } }
  revision = 1
  saved = []
  meanwhile = []
  const answer = () => HttpResponse.json(run, { headers: { etag: `"${revision}"` } })
  server.use(
    http.get('*/api/v1/runs/:id/log', () => HttpResponse.json([])),
    http.get('*/api/v1/runs/:id/series', () => HttpResponse.json({ items: [] })),
    http.get('*/api/v1/runs/:id', answer),
    http.patch('*/api/v1/runs/:id', async ({ request }) => {
      const patch = (await request.json()) as RunPatch
      meanwhile.shift()?.()
      if (request.headers.get('if-match') !== `"${revision}"`) return problem(412, 'conflict', 'Run 7 has changed.')
      if (patch.name === 'refused') {
        const error = { field: 'name', place: '', value: 'refused', message: 'It is refused.', remedy: 'Give another.' }
        return problem(422, 'invalid', 'Refused.', [error])
      }
      saved.push(patch)
      apply(patch)
      return answer()
    }),
    ...consoleHandlers({ runs: [], created: [], checked: [], deleted: [] }),
  )
})

async function openDialog() {
  const user = userEvent.setup({ delay: null })
  const { query_client } = renderPage(`/runs/${run.summary.id}`)
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Edit run/ }))
  const type = async (label: string, text: string) => {
    await user.clear(dialog.getByLabelText(label, { exact: false }))
    await user.type(dialog.getByLabelText(label, { exact: false }), text)
  }
  return { user, dialog, type, query_client }
}

describe('the dialog that edits a run', () => {
  it('stores what was changed, and nothing else', async () => {
    const { user, type } = await openDialog()
    await type('Note', 'second try')
    await type('Tags', 'Quiet, paper  paper')
    await user.keyboard('{Enter}')
    expect(await within(await screen.findByRole('region', { name: 'Notes' })).findByText('second try')).toBeVisible()
    expect(saved).toEqual([{ note: 'second try', tags: ['quiet', 'paper'] }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('names a text that is no tag, and saves nothing', async () => {
    const { dialog, type } = await openDialog()
    await type('Tags', 'quiet, ünquiet')
    expect(dialog.getByRole('status')).toHaveTextContent('“ünquiet” is not a tag. Give lower-case letters')
    expect(dialog.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  })

  it('names the field that the console refuses', async () => {
    const { user, dialog, type } = await openDialog()
    await type('Name', 'refused')
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('name: It is refused. Give another.')
    expect(dialog.getByLabelText('Name')).toHaveAttribute('aria-invalid', 'true')
  })

  it('shows both texts where somebody else changed the same field', async () => {
    const { user, dialog, type } = await openDialog()
    meanwhile = [() => apply({ note: 'their try', name: 'Their name' })]
    await type('Note', 'my try')
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(await dialog.findByText('Somebody changed this run')).toBeVisible()
    const note = dialog.getByLabelText('Note', { selector: 'dl' })
    expect(note).toHaveTextContent('Note, stored nowtheir tryNote, yoursmy try')
    // A field that was not edited here takes the other's text.
    expect(dialog.queryByLabelText('Name', { selector: 'dl' })).toBeNull()
    expect(dialog.getByLabelText('Name', { selector: 'input' })).toHaveValue('Their name')
    expect(saved).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Save my text' }))
    expect(await within(await screen.findByRole('region', { name: 'Notes' })).findByText('my try')).toBeVisible()
    expect(saved).toEqual([{ note: 'my try' }])
  })

  it('shows no conflict for a field that was changed only here', async () => {
    const { user, dialog, type } = await openDialog()
    meanwhile = [() => apply({ note: 'their try' })]
    await type('Note', 'my try')
    await type('Name', 'My name')
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(await dialog.findByLabelText('Note', { selector: 'dl' })).toBeVisible()
    await type('Tags', 'loud')
    expect(dialog.queryByLabelText('Name', { selector: 'dl' })).toBeNull()
    expect(dialog.queryByLabelText('Tags', { selector: 'dl' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Save my text' }))
    await waitFor(() => expect(saved).toEqual([{ name: 'My name', note: 'my try', tags: ['loud'] }]))
  })

  it('keeps what was typed when the run ends', async () => {
    const ended = run
    run = { ...run, nodes: [], summary: { ...run.summary, state: 'queued' } }
    const { dialog, type, query_client } = await openDialog()
    await type('Note', 'my try')
    run = ended
    await act(() => query_client.invalidateQueries({ queryKey: ['runs', 'one'] }))
    expect(await screen.findByLabelText(/^Export run/)).toBeInTheDocument()
    expect(dialog.getByLabelText('Note')).toHaveValue('my try')
  })

  it('keeps the stored text of a conflict if that is chosen', async () => {
    const { user, dialog, type } = await openDialog()
    meanwhile = [() => apply({ note: 'their try' })]
    await type('Note', 'my try')
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    await user.click(await dialog.findByRole('button', { name: 'Keep the stored note' }))
    expect(dialog.getByLabelText('Note', { selector: 'textarea' })).toHaveValue('their try')
    expect(dialog.queryByText('Somebody changed this run')).toBeNull()
  })

  it('saves once more where only the state of the run has changed', async () => {
    const { user, dialog, type } = await openDialog()
    meanwhile = [() => apply({}), () => apply({})]
    await type('Note', 'my try')
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(await within(await screen.findByRole('region', { name: 'Notes' })).findByText('my try')).toBeVisible()
  })
})
