import { createSweep, expect, runIdOf, test, waitForState } from './fixtures'
import { tabTo } from './keyboard'

test('by keyboard alone: launch a run, see where a step goes, compare runs, read a point of a sweep, export a report', async ({
  page,
}) => {
  const quick = ['workload.process_model=pooled', 'workload.steps=500', 'repeats=2']
  const sweep = await createSweep(page, quick, 'workload.managers', ['1', '2'])
  for (const id of sweep.runs) await waitForState(page, id, ['done'])
  const main = page.getByRole('navigation', { name: 'Main' })
  const toRuns = async () => {
    await tabTo(page, main.getByRole('link', { name: 'Runs' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('table', { name: 'Runs' })).toBeVisible()
  }
  const runs: string[] = []

  for (const managers of ['1', '2']) {
    await test.step(`launch a run with ${managers} managers from New run`, async () => {
      await page.goto('/')
      await tabTo(page, main.getByRole('link', { name: 'New run' }))
      await page.keyboard.press('Enter')
      const presets = page.getByRole('region', { name: 'Presets' })
      await tabTo(page, presets.getByRole('link', { name: 'Universe on one node', exact: true }))
      await page.keyboard.press('Enter')
      await tabTo(page, page.getByLabel('Managers', { exact: true }))
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(managers)
      await tabTo(page, page.getByLabel('Repeats', { exact: true }))
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('2')
      await expect(page.getByText('ready to launch')).toBeVisible()
      await tabTo(page, page.getByRole('button', { name: 'Launch run' }))
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/runs\/[0-9a-z]{26}/)
      runs.push(runIdOf(page))
      await expect(page.getByText(/^Done in /)).toBeVisible({ timeout: 900_000 })
    })
  }
  const numbers: number[] = []
  for (const id of runs) {
    const response = await page.request.get(`/api/v1/runs/${id}`)
    numbers.push(((await response.json()) as { summary: { number: number } }).summary.number)
  }

  await test.step('open a run from the list and read where a step went', async () => {
    await toRuns()
    const row = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Select run ${numbers[0]}` }) })
    await tabTo(page, row.getByRole('link').first())
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('img', { name: 'Where a step went, by node' }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('status').filter({ hasText: /node-[12].*: / })).toBeVisible()
  })

  await test.step('export its report', async () => {
    const download = page.waitForEvent('download')
    await tabTo(page, page.getByRole('button', { name: 'Report' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/\.html$/)
  })

  await test.step('compare two runs', async () => {
    await page.goto('/')
    await toRuns()
    for (const number of numbers.toReversed()) {
      await tabTo(page, page.getByRole('checkbox', { name: `Select run ${number}`, exact: true }))
      await page.keyboard.press('Space')
    }
    const selected = page.getByRole('toolbar', { name: 'Selected runs' })
    await tabTo(page, selected.getByRole('button', { name: 'Compare' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/2 runs/)
    await tabTo(page, page.getByRole('img', { name: /^Ratio of each run to the baseline/ }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('status').filter({ hasText: /^Step time, median, .*×/ })).toBeVisible()
    await tabTo(page, page.getByRole('region', { name: 'Metrics, table' }))
  })

  await test.step('open a sweep from the list and read a point of its chart', async () => {
    await toRuns()
    await tabTo(
      page,
      page.getByRole('table', { name: 'Runs' }).getByRole('link', { name: 'What does a manager cost?' }),
    )
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('img', { name: 'Step time, median against Managers' }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('status').filter({ hasText: /managers 1: / })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('status').filter({ hasText: /managers 1: / })).toHaveCount(0)
  })
})
