import type { Page } from '@playwright/test'
import { createRun, expect, runIdOf, test, tooWide, waitForState } from './fixtures'

/** Collects, in the page, how often each strip's picture changes while it is shown. */
const WATCH_STRIPS = `
  window.strip_changes = {};
  const last = {};
  const look = () => {
    for (const strip of document.querySelectorAll('[data-testid^="strip-"]')) {
      const canvas = strip.querySelector('canvas');
      if (canvas === null || canvas.width === 0) continue;
      const key = strip.dataset.testid;
      const picture = canvas.toDataURL();
      if (last[key] !== undefined && last[key] !== picture) window.strip_changes[key] = (window.strip_changes[key] ?? 0) + 1;
      last[key] = picture;
    }
    setTimeout(look, 40);
  };
  look();
`

test('configure two nodes in the browser, watch them live, run with 0, 2 and 3 managers, compare the four', async ({
  page,
}) => {
  const runs: string[] = []
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New run' }).click()
  await page
    .getByRole('region', { name: 'Presets' })
    .getByRole('link', { name: 'Universe on two nodes', exact: true })
    .click()
  await page.getByLabel('Repeats', { exact: true }).fill('2')
  await expect(page.getByText('ready to launch')).toBeVisible()
  await page.evaluate(WATCH_STRIPS)
  await page.getByRole('button', { name: 'Launch run' }).click()
  await page.waitForURL(/\/runs\/[0-9a-z]{26}/)
  runs.push(runIdOf(page))

  await test.step('both strips move while the run is on', async () => {
    await page.waitForFunction(
      () => {
        const changes = (window as unknown as { strip_changes: Record<string, number> }).strip_changes
        return (changes['strip-node-1'] ?? 0) >= 3 && (changes['strip-node-2'] ?? 0) >= 3
      },
      undefined,
      { timeout: 60_000, polling: 100 },
    )
    await expect(page.getByRole('progressbar', { name: 'Progress of the run' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Where a step goes' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Step time, median' })).toContainText('s')
    await page.screenshot({ path: '../build/e2e/live.png', fullPage: true })
    const window = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('region', { name: 'Messages, table' })).toBeVisible()
    await expect
      .poll(() => tooWide(page), { message: 'the live page is wider than a window of 390 px' })
      .toBeLessThan(1)
    if (window !== null) await page.setViewportSize(window)
  })

  await test.step('it ends done, and all checks pass', async () => {
    await expect(page.getByText(/^Done in .* All \d+ checks passed/)).toBeVisible({ timeout: 900_000 })
    await expect(page.getByRole('heading', { name: 'Over the run' })).toBeVisible()
    await page.screenshot({ path: '../build/e2e/report.png', fullPage: true })
    await takePicture(page, 'run')
  })

  for (const managers of [0, 2, 3]) {
    await test.step(`the same with ${managers} managers, changed in the form`, async () => {
      await page.getByRole('link', { name: 'Change and run' }).click()
      await page.getByLabel('Managers', { exact: true }).fill(String(managers))
      await expect(page.getByText('ready to launch')).toBeVisible()
      if (managers === 2) await takePicture(page, 'new-run')
      await page.getByRole('button', { name: 'Launch run' }).click()
      await page.waitForURL(/\/runs\/[0-9a-z]{26}/)
      runs.push(runIdOf(page))
      await expect(page.getByText(/^Done in /)).toBeVisible({ timeout: 900_000 })
    })
  }

  await test.step('select the four in the list and compare them', async () => {
    expect(new Set(runs).size).toBe(4)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' }).click()
    for (const id of runs) {
      const response = await page.request.get(`/api/v1/runs/${id}`)
      const { summary } = (await response.json()) as { summary: { number: number } }
      await page.getByRole('checkbox', { name: `Select run ${summary.number}`, exact: true }).click()
    }
    await page.getByRole('toolbar', { name: 'Selected runs' }).getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/4 runs by managers, 2 repeats each/)
    await expect(page.getByRole('region', { name: 'Conclusion' })).toBeVisible()
    const differs = page.getByRole('region', { name: 'What differs' })
    await expect(differs.getByRole('row', { name: /Managers/ })).toContainText('3')
    await expect(page.getByRole('img', { name: 'Step time, median against Managers' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Where a step went, by run' })).toContainText('managers 3')
    await expect(page.getByRole('region', { name: 'Published beside it' })).toContainText('Simulation steps')
    await page.screenshot({ path: '../build/e2e/compare.png', fullPage: true })
    await takePicture(page, 'comparison')
  })

  await test.step('the address holds the whole view', async () => {
    await page.getByRole('combobox', { name: 'Metric' }).selectOption('steps_per_second')
    await page
      .getByRole('button', { name: /^Make run \d+ the baseline$/ })
      .first()
      .click()
    await expect(page).toHaveURL(/metric=steps_per_second/)
    await expect(page).toHaveURL(/baseline=/)
    await page.reload()
    await expect(page.getByRole('img', { name: 'Steps per second against Managers' })).toBeVisible()
  })
})

test('a run that is on shows its past again after a reload, and can be cancelled', async ({ page }) => {
  const id = await createRun(page, ['workload.steps=10000000', 'workload.process_model=pooled', 'repeats=1'])
  await page.goto(`/runs/${id}`)
  await expect(page.getByTestId('strip-node-1').locator('canvas')).toBeVisible({ timeout: 60_000 })
  await waitForState(page, id, ['running'])
  await page.reload()
  await expect(page.getByRole('group', { name: 'Steps per second' })).not.toContainText('–')
  await takePicture(page, 'console')

  await test.step('freeze a window and see its numbers', async () => {
    await page.keyboard.press('f')
    const frozen = page.getByRole('dialog', { name: /^Frozen at/ })
    await expect(frozen.locator('.js-plotly-plot')).toBeVisible()
    await frozen.getByRole('button', { name: 'Table' }).click()
    expect(await frozen.getByRole('row').count()).toBeGreaterThan(3)
    await page.keyboard.press('Escape')
    await expect(frozen).toBeHidden()
  })

  await test.step('cancel asks first', async () => {
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await expect(page.getByText('running', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel the run' }).click()
    await expect(page.getByText(/^Cancelled/)).toBeVisible()
  })
})

test('a worker that is killed shows where and why, and the nodes are free again', async ({ page, orrery }) => {
  const id = await createRun(page, [
    'workload.steps=10000000',
    'workload.process_model=pooled',
    'repeats=1',
    'name="To be killed"',
  ])
  await page.goto(`/runs/${id}`)
  await waitForState(page, id, ['running'])
  const workers = await orrery.workers()
  expect(workers.length).toBeGreaterThan(0)
  process.kill(workers[0] ?? -1, 'SIGKILL')
  const banner = page.getByRole('alert')
  await expect(banner).toContainText('The run failed')
  await expect(banner).toContainText(/node-[12]/)
  await expect(banner).toContainText('What to do')
  await expect.poll(async () => (await orrery.workers()).length).toBe(0)
  const again = await createRun(page, ['workload.steps=1000', 'workload.process_model=pooled', 'repeats=1'])
  await waitForState(page, again, ['done'])
})

/**
 * A picture of the README or the tutorial. `ORRERY_PICTURES=../docs/images` renews them, that of the live page once its
 * strips have had the time to fill; otherwise they lie beside the other screenshots.
 */
async function takePicture(page: Page, name: 'console' | 'new-run' | 'run' | 'comparison'): Promise<void> {
  const folder = process.env['ORRERY_PICTURES']
  const is_live = name === 'console'
  if (folder !== undefined && is_live) await page.waitForTimeout(45_000)
  await page.evaluate(() => window.scrollTo(0, 0))
  if (is_live) await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: `${folder ?? '../build/e2e'}/${name}.png` })
  await page.emulateMedia({ colorScheme: 'light' })
}
