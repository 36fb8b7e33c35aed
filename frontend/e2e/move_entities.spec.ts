import { createRun, expect, test } from './fixtures'

/** A run in which nobody moves by himself, long enough for a person. */
const QUIET = [
  'placement=named',
  'placement.names=node-1,node-2',
  'workload.policy=none',
  'workload.update_cost_us=200',
  'workload.steps=20000',
  'workload.oracle=never',
]

test('drag an entity and a share of a node to another node, and see them go', async ({ page }) => {
  const run = await createRun(page, QUIET, 'uss-migration')
  await page.goto(`/runs/${run}`)
  const count = (node: string) => page.getByTestId(`count-${node}`)
  const panel = (node: string) => page.getByTestId(`entities-${node}`)
  const news = page.getByRole('log', { name: 'Notifications' })
  await expect(count('node-1')).toHaveText('20 entities')
  const entity = panel('node-1').getByRole('button', { name: 'entity 7', exact: true })
  await expect(entity).toBeEnabled({ timeout: 60_000 })

  await test.step('an entity is dragged', async () => {
    await entity.dragTo(panel('node-2'))
    await expect(count('node-2')).toHaveText('21 entities')
    await expect(count('node-1')).toHaveText('19 entities')
    await expect(panel('node-2').getByRole('button', { name: 'entity 7', exact: true })).toBeVisible()
    await expect(news).toContainText('Move 1: entity 7 from node-1 to node-2.')
  })

  await test.step('a share is dragged by its handle', async () => {
    await page.getByRole('radio', { name: '50 %' }).check({ force: true })
    await panel('node-2').getByRole('button', { name: '50 %' }).dragTo(panel('node-1'))
    await expect(news).toContainText('Move 2: 11 entities from node-2 to node-1.')
    await expect(count('node-1')).toHaveText('30 entities')
  })

  await test.step('the keyboard does the same', async () => {
    const form = page.getByRole('form', { name: 'Move entities' })
    await form.getByLabel('Move', { exact: true }).selectOption('one entity')
    await form.getByLabel('Number of the entity').fill('39')
    await expect(form).toContainText('now on node-2')
    await form.getByRole('button', { name: 'Move' }).focus()
    await page.keyboard.press('Enter')
    await expect(news).toContainText('Move 3: entity 39 from node-2 to node-1.')
    await expect(count('node-2')).toHaveText('9 entities')
  })

  await test.step('each is in the table, and a mark in the timeline', async () => {
    const table = page.getByRole('table', { name: 'Migrations of the repeat' })
    await expect(table.getByRole('row').nth(1)).toContainText('by hand')
    await expect(page.getByText('13 migrations')).toBeVisible()
    const chart = page.getByRole('region', { name: 'Workload and entities by node' })
    await expect(chart.locator('.scatterlayer .points path.point').first()).toBeVisible({ timeout: 30_000 })
    await page.screenshot({ path: '../build/e2e/move.png', fullPage: true })
  })

  await page.request.post(`/api/v1/runs/${run}/cancel`)
})
