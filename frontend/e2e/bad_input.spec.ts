import { expect, test } from './fixtures'

test('bad input is named at its field with a remedy, and nothing is launched', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/v1/runs') sent.push(request.url())
  })
  await page.goto('/new?preset=universe-two-nodes')
  const entities = page.getByLabel('Entities', { exact: true })
  const launch = page.getByRole('button', { name: 'Launch run' })
  await expect(page.getByText('ready to launch')).toBeVisible()

  for (const bad of ['-1', '1000000000000', '']) {
    await test.step(`entities “${bad}”`, async () => {
      await entities.fill(bad)
      await expect(entities).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByText(/to correct first/)).toBeVisible()
      await launch.click({ force: true })
      await expect(page).toHaveURL(/\/new/)
    })
  }
  await entities.fill('40')
  await expect(page.getByText('ready to launch')).toBeVisible()

  await test.step('an empty name', async () => {
    await page.getByLabel('Name', { exact: true }).fill('')
    await expect(page.getByText(/to correct first/)).toBeVisible()
    await launch.click({ force: true })
  })
  expect(sent).toEqual([])
  const runs = await page.request.get('/api/v1/runs?q=bad-input-nothing')
  expect(runs.ok()).toBe(true)
})

test('pages that are not there say so', async ({ page }) => {
  await page.goto('/runs/00000000000000000000000000')
  await expect(page.getByText(/There is no run/)).toBeVisible()
  await page.goto('/no/such/page')
  await expect(page.getByRole('main')).toContainText(/no/i)
  const missing = await page.request.get('/api/v1/no-such-call')
  expect(missing.status()).toBe(404)
  expect(missing.headers()['content-type']).toContain('application/problem+json')
})
