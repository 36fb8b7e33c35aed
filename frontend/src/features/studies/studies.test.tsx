import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { StudyIndex, StudyPart } from '@/api/contracts'
import { renderPage } from '@/testing/render_page'
import { SWEEP_ID } from '@/testing/sample_group'
import { consoleHandlers, server } from '@/testing/server'

const part = (item: string, last: StudyPart['last']): StudyPart => ({ suite: 'rti-kit', item, title: item, last })
const index: StudyIndex = {
  items: [
    {
      name: 'rtikit',
      title: 'LAN study',
      year: '1998',
      rows: [
        {
          where: 'Figure 5',
          title: 'Grants',
          published: ['rtikit.rti'],
          gap: 'Over shared memory only.',
          parts: [
            part('grants', {
              group_id: SWEEP_ID,
              group_number: 3,
              ended_at: '2026-07-05T10:20:00.000Z',
              verdict: 'not_found',
            }),
            part('latency', null),
          ],
        },
        { where: 'Table 6.1', title: 'Ratings', published: [], gap: 'Not measured.', parts: [] },
      ],
    },
  ],
}

beforeEach(() => {
  server.use(...consoleHandlers({ runs: [], created: [], checked: [], deleted: [], deeds: [], groups: [] }))
})

describe('the index of the studies', () => {
  it('shows what reproduces each figure, its last result, and what is missing', async () => {
    server.use(http.get('*/api/v1/studies', () => HttpResponse.json(index)))
    renderPage('/studies')
    const table = await screen.findByRole('table', { name: 'LAN study' })
    const row = within(table).getByRole('row', { name: /^Figure 5/ })
    expect(within(row).getByRole('link', { name: 'grants' })).toHaveAttribute('href', '/suites/rti-kit')
    expect(within(row).getByRole('link', { name: /^not found here/ })).toHaveAttribute('href', `/groups/${SWEEP_ID}`)
    expect(row).toHaveTextContent('latency never run')
    expect(within(row).getByRole('link', { name: 'rtikit.rti' })).toHaveAttribute('href', '/reference?table=rtikit.rti')
    expect(row).toHaveTextContent('Over shared memory only.')
    expect(within(table).getByRole('row', { name: /^Table 6.1/ })).toHaveTextContent('not reproducedNot measured.')
    expect(screen.getByText('2 rows: 1 reproduced, 1 not; 1 has a result here.')).toBeVisible()
  })

  it('says so when it cannot be loaded', async () => {
    server.use(http.get('*/api/v1/studies', () => HttpResponse.json({}, { status: 503 })))
    renderPage('/studies')
    expect(await screen.findByText('The studies could not be loaded')).toBeVisible()
  })
})
