import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GroupDocument, GroupPatch } from '@/api/contracts'
import { renderPage } from '@/testing/render_page'
import { sampleSweep } from '@/testing/sample_group'
import { consoleHandlers, problem, server } from '@/testing/server'

let sweep: GroupDocument
let revision: number
let saved: GroupPatch[]
/** What somebody else does just before a save arrives. */
let meanwhile: (() => void)[]

function apply({ name, note, tags }: GroupPatch) {
  const { summary } = sweep
  revision += 1
  const changed = { title: name ?? summary.title, note: note ?? summary.note, tags: tags ?? summary.tags }
  sweep = { ...sweep, summary: { ...summary, ...changed } }
}

beforeEach(() => {
  sweep = sampleSweep({ note: 'first try', tags: ['quiet'] })
  revision = 1
  saved = []
  meanwhile = []
  const answer = () => HttpResponse.json(sweep, { headers: { etag: `"${revision}"` } })
  server.use(
    http.get('*/api/v1/groups/:id', answer),
    http.patch('*/api/v1/groups/:id', async ({ request }) => {
      const patch = (await request.json()) as GroupPatch
      meanwhile.shift()?.()
      if (request.headers.get('if-match') !== `"${revision}"`) return problem(412, 'conflict', 'It has changed.')
      saved.push(patch)
      apply(patch)
      return answer()
    }),
    ...consoleHandlers({ runs: [], created: [], checked: [], deleted: [] }),
  )
})

async function openDialog() {
  const user = userEvent.setup({ delay: null })
  renderPage(`/groups/${sweep.summary.id}`)
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit sweep 3' }))
  const type = async (label: string, text: string) => {
    await user.clear(dialog.getByLabelText(label, { exact: false }))
    await user.type(dialog.getByLabelText(label, { exact: false }), text)
  }
  return { user, dialog, type }
}

describe('the edit of a sweep', () => {
  it('saves what was changed, and shows it', async () => {
    const { user, dialog, type } = await openDialog()
    await type('Name', 'Managers, again')
    await type('Tags', 'paper, ci')
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(saved).toEqual([{ name: 'Managers, again', tags: ['paper', 'ci'] }]))
    expect(await screen.findByRole('heading', { level: 1, name: 'Managers, again' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'paper' })).toHaveAttribute('href', '/runs?tag=paper')
    expect(screen.getByText(/Note: first try/)).toBeVisible()
  })

  it('shows both texts of a field that somebody else has changed', async () => {
    const { user, dialog, type } = await openDialog()
    meanwhile.push(() => apply({ note: 'theirs' }))
    await type('Note', 'mine')
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(await dialog.findByText('Somebody changed this sweep')).toBeVisible()
    expect(saved).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Save my text' }))
    await waitFor(() => expect(saved).toEqual([{ note: 'mine' }]))
  })
})
