import { test as base, expect, type APIResponse, type Page } from '@playwright/test'
import { startConsole, type ConsoleProcess } from './console_process'

interface RunSummary {
  readonly id: string
  readonly number: number
  readonly state: string
}

interface WorkerFixtures {
  readonly orrery: ConsoleProcess
}

/** Pages of a real console; a page that reports an error to its log fails its test. */
export const test = base.extend<{ quietLog: undefined }, WorkerFixtures>({
  orrery: [
    // Playwright wants to see what a fixture needs, even if that is nothing.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const console_process = await startConsole()
      await use(console_process)
      await console_process.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ orrery }, use) => use(orrery.url),
  quietLog: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      await use(undefined)
      expect(errors, 'errors that the page did not catch').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** By how many pixels the page is wider than its window. */
export function tooWide(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** The run that a page shows, from its address. */
export function runIdOf(page: Page): string {
  const id = /\/runs\/([0-9a-z]{26})/.exec(page.url())?.[1]
  if (id === undefined) throw new Error(`no run in the address ${page.url()}`)
  return id
}

/** Creates a run past the browser, for tests of what comes after. */
export async function createRun(
  page: Page,
  settings: readonly string[],
  preset = 'universe-two-nodes',
): Promise<string> {
  const response = await page.request.post('/api/v1/runs', { data: { preset, set: settings } })
  expect(response.status(), await response.text()).toBe(201)
  return ((await response.json()) as { summary: RunSummary }).summary.id
}

/** Creates a sweep over one parameter, past the browser. */
export async function createSweep(
  page: Page,
  settings: readonly string[],
  axis: string,
  values: readonly string[],
  preset = 'universe-two-nodes',
): Promise<{ readonly id: string; readonly runs: readonly string[] }> {
  const response = await page.request.post('/api/v1/sweeps', {
    data: {
      schema_version: 1,
      name: 'What does a manager cost?',
      base: { preset, set: settings },
      axes: [{ kind: 'list', path: axis, values }],
    },
  })
  return groupOf(response)
}

/** Runs items of a suite, past the browser. */
export async function createSuite(
  page: Page,
  name: string,
  items: readonly string[],
): Promise<{ readonly id: string; readonly runs: readonly string[] }> {
  return groupOf(await page.request.post(`/api/v1/suites/${name}/run`, { data: { items } }))
}

async function groupOf(response: APIResponse): Promise<{ readonly id: string; readonly runs: readonly string[] }> {
  expect(response.status(), await response.text()).toBe(201)
  const { summary, cells } = (await response.json()) as {
    summary: { id: string }
    cells: { run: RunSummary }[]
  }
  return { id: summary.id, runs: cells.map((cell) => cell.run.id) }
}

export async function waitForState(page: Page, id: string, states: readonly string[]): Promise<void> {
  await expect
    .poll(
      async () => {
        const response = await page.request.get(`/api/v1/runs/${id}`)
        return ((await response.json()) as { summary: RunSummary }).summary.state
      },
      { timeout: 900_000, message: `state of run ${id}` },
    )
    .toMatch(new RegExp(`^(${states.join('|')})$`))
}
