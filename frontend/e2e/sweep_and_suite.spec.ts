import { expect, test } from './fixtures'

const QUICK = ['workload.process_model=pooled', 'workload.steps=500', 'workload.warmup_steps=20', 'repeats=2']

test('vary managers in the form, follow the sweep, and read it as lines, map, speed-up and one row of the list', async ({
  page,
}) => {
  // The quick run that the sweep starts from is made past the browser.
  const made = await page.request.post('/api/v1/runs', { data: { preset: 'universe-two-nodes', set: QUICK } })
  expect(made.status(), await made.text()).toBe(201)
  const { summary } = (await made.json()) as { summary: { id: string } }
  await page.goto(`/new?from=${summary.id}`)

  await test.step('the number of runs is known before launch', async () => {
    await page.getByRole('button', { name: 'Managers: vary', exact: true }).click()
    await page.getByLabel('Managers, from').fill('1')
    await page.getByLabel('Managers, to').fill('3')
    await page.getByRole('button', { name: 'Entities: vary', exact: true }).click()
    await page.getByRole('radiogroup', { name: 'How Entities varies' }).getByText('List').click()
    await page.getByLabel('Values of Entities').fill('20, 40')
    await expect(page.getByRole('region', { name: 'The sweep' })).toContainText('6 runs, 12 launches in all')
    await page.screenshot({ path: '../build/e2e/sweep-form.png', fullPage: true })
    await page.getByRole('button', { name: 'Launch sweep of 6 runs' }).click()
    await page.waitForURL(/\/groups\/[0-9a-z]{26}/)
  })

  await test.step('it is followed to its end', async () => {
    await expect(
      page
        .getByRole('link', { name: 'entities 20, managers 1: ' })
        .or(page.getByRole('link', { name: /managers 1.*: / }))
        .first(),
    ).toBeVisible()
    await expect(page.getByText(/^6 runs done in .* All checks of the runs passed\.$/)).toBeVisible({
      timeout: 900_000,
    })
    const results = page.getByRole('table', { name: 'Results of each cell' })
    await expect(results.getByRole('row')).toHaveCount(7)
    await expect(results.getByText('done', { exact: true })).toHaveCount(6)
    await expect(
      page
        .getByRole('img', { name: 'Step time, median against Entities' })
        .or(page.getByRole('img', { name: 'Step time, median against Managers' })),
    ).toBeVisible()
    await page.screenshot({ path: '../build/e2e/sweep.png', fullPage: true })
  })

  await test.step('as map, at an address; a speed-up is offered over workers alone', async () => {
    await page.getByRole('radiogroup', { name: 'Chart' }).getByText('Heat map').click()
    await expect(page.getByRole('img', { name: /^Step time, median over / })).toBeVisible()
    await expect(page.getByRole('radiogroup', { name: 'Chart' }).getByText('Speed-up')).toHaveCount(0)
    await expect(page).toHaveURL(/chart=heat/)
    await page.reload()
    await expect(page.getByRole('img', { name: /^Step time, median over / })).toBeVisible()
  })

  await test.step('it is one row of the list, which opens', async () => {
    const group = /\/groups\/([0-9a-z]{26})/.exec(page.url())?.[1] ?? ''
    const response = await page.request.get(`/api/v1/groups/${group}`)
    const { number } = ((await response.json()) as { summary: { number: number } }).summary
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' }).click()
    const table = page.getByRole('table', { name: 'Runs' })
    const open = table.getByRole('button', { name: `Runs of sweep ${number}`, exact: true })
    await expect(open).toHaveCount(1)
    const before = await table.getByRole('row').count()
    await open.click()
    await expect(table.getByRole('row')).toHaveCount(before + 6)
  })
})

test('run the smoke suite: every item, every shape check', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Suites' }).click()
  await page.getByRole('link', { name: 'Smoke test' }).click()
  await expect(page.getByText(/launches in all/)).toBeVisible()
  await page.getByRole('button', { name: 'Run the suite' }).click()
  await page.waitForURL(/\/groups\/[0-9a-z]{26}/)
  await expect(page.getByText(/All \d+ shape checks passed\.$/, { exact: false }).first()).toBeVisible({
    timeout: 900_000,
  })
  const shapes = page.getByRole('region', { name: 'Shape checks' })
  await expect(shapes.getByText('passed', { exact: true })).toHaveCount(await shapes.getByRole('listitem').count())
  await page.screenshot({ path: '../build/e2e/suite.png', fullPage: true })
  await page.getByRole('link', { name: 'The suite' }).click()
  await expect(
    page.getByRole('table', { name: 'Runs of Smoke test' }).getByText('checks passed', { exact: true }).first(),
  ).toBeVisible()
})
