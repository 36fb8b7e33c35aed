import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TracesChart } from '@/api/contracts'
import { renderPage } from '@/testing/render_page'
import { sampleDocument } from '@/testing/sample_document'
import { sampleSuiteRun, SWEEP_ID } from '@/testing/sample_group'
import { api, consoleHandlers, server } from '@/testing/server'

const chart: TracesChart = {
  kind: 'traces',
  name: 'cycles',
  title: 'Rate of each cycle',
  caption: '',
  figure_of: 'Figure 6.3',
  items: [],
  published: [],
  beside: [],
  trace: 'received_rate.federate',
  where: ['workload.managers=1'],
  log_y: false,
}

function trace(federate: number, rates: number[]) {
  return {
    name: `received_rate.federate${federate}`,
    title: `Federate ${federate}`,
    unit: 'messages/s',
    x_title: 'Cycle',
    x_unit: 'count',
    x: rates.map((_, at) => at + 1),
    y: rates,
  }
}

let asked: string[]
beforeEach(() => {
  asked = []
  const suite_run = sampleSuiteRun()
  const suite = suite_run.suite === null ? null : { ...suite_run.suite, charts: [chart] }
  const fake = { runs: [], created: [], checked: [], deleted: [], deeds: [], groups: [{ ...suite_run, suite }] }
  server.use(
    http.get(api('/runs/:id'), ({ params }) => {
      asked.push(String(params['id']))
      const run = sampleDocument()
      const traces = [trace(1, [5_000, 6_000]), trace(2, [4_000, 7_000])]
      return HttpResponse.json({ ...run, repeats: run.repeats.map((repeat) => ({ ...repeat, traces })) })
    }),
    ...consoleHandlers(fake),
  )
})

describe('traces of a suite', () => {
  it('are drawn for each cell that meets the conditions', async () => {
    renderPage(`/groups/${SWEEP_ID}`)
    expect(await screen.findByText('follows Figure 6.3')).toBeVisible()
    await screen.findByText('Federate 2')
    const card = screen.getByRole('region', { name: chart.title })
    const wanted = sampleSuiteRun().cells.filter((cell) => cell.values.includes('1'))
    expect(new Set(asked)).toEqual(new Set(wanted.map((cell) => cell.run.id)))
    expect(within(card).getAllByRole('figure')).toHaveLength(wanted.length)
  })
})
