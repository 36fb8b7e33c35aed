import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { focusedByTab } from './keyboard'
import { createRun, createSuite, createSweep, expect, test, tooWide, waitForState } from './fixtures'

type Rules = (builder: AxeBuilder) => AxeBuilder

const every: Rules = (builder) => builder.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
const aboutColour: Rules = (builder) => builder.withRules(['color-contrast', 'link-in-text-block'])

/** A theme changes colours alone: rules about anything else, and other widths, are checked in the light one. */
const schemes = {
  light: { rules: every, widths: [390, 640, 768, 1280, 1440, 1920] },
  dark: { rules: aboutColour, widths: [390, 768, 1440] },
} as const

/** `PICTURES=1 scripts/e2e look` writes a picture of each page to build/e2e, for people to look at. */
const keepsPictures = process.env['PICTURES'] === '1'

async function expectAccessible(page: Page, rules: Rules, where: string): Promise<void> {
  const { violations } = await rules(new AxeBuilder({ page })).analyze()
  expect
    .soft(
      violations.map(
        ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
      ),
      `accessibility of ${where}`,
    )
    .toEqual([])
}

for (const scheme of ['light', 'dark'] as const) {
  const { rules, widths } = schemes[scheme]
  test(`every page is accessible and fits its window, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const settings = ['workload.process_model=pooled', 'workload.steps=2000', 'repeats=3']
    const group = await createSweep(page, settings, 'workload.managers', ['1', '2'])
    const suite = await createSuite(page, 'smoke', ['two-nodes'])
    const events = await createRun(page, ['repeats=1'], 'phold-sequential')
    for (const id of [...group.runs, ...suite.runs, events]) await waitForState(page, id, ['done'])
    const cancelled = await createRun(page, ['workload.steps=10000000', 'repeats=1'])
    await page.request.post(`/api/v1/runs/${cancelled}/cancel`)
    await waitForState(page, cancelled, ['cancelled'])
    const [first = ''] = group.runs
    const pages = [
      ['home', '/', 'Last failures'],
      ['fleet', '/fleet', 'node-1'],
      ['new run', '/new?preset=universe-two-nodes', 'ready to launch'],
      ['suites', '/suites', 'Smoke test'],
      ['suite', '/suites/smoke', 'launches in all'],
      ['suite of a study', '/suites/uss-process-activity', 'Shape checks'],
      ['studies', '/studies', 'Figure'],
      ['sweep', `/groups/${group.id}`, 'Results'],
      ['runs', '/runs', 'What does a manager cost?'],
      ['run', `/runs/${first}`, 'Checks'],
      ['trend', `/trends?run=${first}`, 'Too few runs'],
      ['compare', `/compare?runs=${group.runs.join(',')}`, 'What differs'],
      ['run, cancelled', `/runs/${cancelled}`, 'Cancelled'],
      ['suite that has ended', `/groups/${suite.id}`, 'Shape checks'],
      ['compare, two workloads', `/compare?runs=${first},${events}`, 'share no metric'],
      ['compare, empty', '/compare', 'No runs are chosen'],
      ['reference', '/reference', 'As published'],
      ['docs', '/docs/statistics', 'Repeat until the result is settled'],
      ['docs, search', '/docs?q=interval', 'passages'],
      ['settings', '/settings', 'Theme'],
      ['access', '/access', 'Tokens'],
    ] as const
    for (const [name, path, text] of pages) {
      await test.step(name, async () => {
        await page.goto(path)
        await expect(page.getByText(text).first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        // 640 px is a window of 1280 px enlarged to 200 %.
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          await expectAccessible(page, rules, `${name}, ${width} px`)
          if (width < 900) {
            const { height } = (await page.getByRole('navigation', { name: 'Main' }).boundingBox()) ?? { height: 0 }
            expect.soft(height, `the navigation of ${name} is one row at ${width} px`).toBeLessThan(60)
          }
          // Charts follow a window that changes its size a moment later.
          await expect
            .poll(() => tooWide(page), { message: `${name} is wider than a window of ${width} px` })
            .toBeLessThanOrEqual(0)
          if (keepsPictures) {
            await page.screenshot({
              path: `../build/e2e/${scheme}-${width}-${name.replaceAll(/\W+/g, '-')}.png`,
              fullPage: true,
            })
          }
        }
        await page.emulateMedia({ media: 'print' })
        await page.setViewportSize({ width: 700, height: 990 })
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
        await expect.poll(() => tooWide(page), { message: `${name} is wider than paper` }).toBeLessThanOrEqual(0)
        await page.emulateMedia({ media: 'screen' })
      })
    }
  })
}

test('the page of a run that is on is accessible, fits its window, and shows all its charts and tables by keyboard', async ({
  page,
}) => {
  const id = await createRun(page, ['workload.steps=10000000', 'workload.process_model=pooled', 'repeats=1'])
  await page.goto(`/runs/${id}`)
  await waitForState(page, id, ['running'])
  await expect(page.getByRole('group', { name: 'Steps per second' })).not.toContainText('–')
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, every, `the live page, ${scheme}, ${width} px`)
      await expect
        .poll(() => tooWide(page), { message: `the live page is wider than a window of ${width} px` })
        .toBeLessThanOrEqual(0)
      if (keepsPictures) await page.screenshot({ path: `../build/e2e/live-${scheme}-${width}.png`, fullPage: true })
    }
  }
  // At 390 px all tables scroll.
  const seen = await focusedByTab(page)
  const charts = ['Where a step goes, by node', 'Nodes of the run and the traffic between them']
  const tables = ['Messages, table', 'Resource use, table', 'Log of the run']
  for (const name of ['Export Step time by node', ...charts, ...tables]) {
    expect.soft(seen, `Tab reaches ${name}`).toContain(name)
  }
  await page.request.post(`/api/v1/runs/${id}/cancel`)
  await waitForState(page, id, ['cancelled'])
})

for (const scheme of ['light', 'dark'] as const) {
  test(`the control that makes a field a sweep looks like a button, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.goto('/new?preset=universe-two-nodes')
    const control = page.getByRole('button', { name: /^Managers: (vary|one value)$/ })
    await expect(control).toBeVisible()
    const { width, height } = (await control.boundingBox()) ?? { width: 0, height: 0 }
    expect(height).toBeGreaterThanOrEqual(24)
    expect(width).toBeGreaterThanOrEqual(40)
    expect(await control.evaluate((element) => getComputedStyle(element).borderTopWidth)).not.toBe('0px')
    await expectAccessible(page, aboutColour, 'vary')
    await control.click()
    await expect(control).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page, aboutColour, 'one value')
  })
}

test('the theme is chosen by key and kept', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/runs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.keyboard.press('t')
  await expect.poll(ground).not.toBe(light)
  const dark = await ground()
  await page.reload()
  expect(await ground()).toBe(dark)
})

test('the list of runs asks for the session and for its runs once each', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/runs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // The answers that the page asks for ahead are those that it uses.
  for (const path of ['/api/v1/session', '/api/v1/runs']) {
    expect(asked.filter((one) => one === path)).toHaveLength(1)
  }
})
