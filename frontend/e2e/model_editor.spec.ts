import AxeBuilder from '@axe-core/playwright'
import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures'

test('a model is written in the browser, corrected where it is wrong, measured, and kept as a file', async ({
  page,
}) => {
  await page.goto('/new?preset=model-language-own')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const good = page.getByText('good model')
  const errors = page.getByRole('list', { name: 'Errors of the model' })
  await expect(good).toBeVisible()
  await expect(page.getByRole('row', { name: /Definition/ })).toContainText('1.06 kB')

  await test.step('nothing about it keeps anyone out, in either theme', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(text).toBeVisible()
      const found = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).analyze()
      expect(found.violations).toEqual([])
    }
  })

  await test.step('an error is told at its place, and the run cannot be launched', async () => {
    await text.click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('ENTITY Kite IN Geometry {\nPROPERTY line : Vertx[3];\n}\n')
    await expect(errors).toContainText('line 2, column 19')
    await expect(errors).toContainText("there is no ELEMENT 'Vertx' here")
    await expect(errors.locator('pre')).toContainText('^')
    await expect(text).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(/to correct first/)).toBeVisible()
  })

  await test.step('the keyboard goes to the place and out of the text again', async () => {
    await errors.getByRole('button', { name: 'line 2, column 19' }).click()
    await expect(text).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(text).not.toBeFocused()
    await errors.getByRole('button', { name: 'line 2, column 19' }).click()
    await page.keyboard.press('Control+Delete')
    await page.keyboard.type('REAL')
    await expect(good).toBeVisible()
    await expect(errors).toHaveCount(0)
  })

  await test.step('an example takes its place, and can be undone', async () => {
    await page.getByRole('button', { name: 'Start from an example' }).click()
    await page.getByRole('button', { name: /^Flock/ }).click()
    await expect(text).toContainText('UNIVERSE Sky')
    await page.keyboard.press('Control+z')
    await expect(text).toContainText('ENTITY Kite')
  })

  await test.step('files in and out', async () => {
    const model = 'UNIVERSE Box {\n  PROPERTY side : REAL[3];\n}\n'
    await page
      .getByLabel('Model file')
      .setInputFiles({ name: 'box.orm', mimeType: 'text/plain', buffer: Buffer.from(model.replaceAll('\n', '\r\n')) })
    await expect(text).toContainText('UNIVERSE Box')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as a file' }).click()
    expect(await readFile(await (await saved).path(), 'utf8')).toBe(model)
  })

  await test.step('it is measured beside the study', async () => {
    await page.getByLabel('Repeats', { exact: true }).fill('1')
    await page.getByLabel('Rounds', { exact: true }).fill('1')
    await page.getByRole('textbox', { name: /^Time for a figure/ }).fill('10')
    await expect(page.getByText('ready to launch')).toBeVisible()
    await page.getByRole('button', { name: 'Launch run' }).click()
    await expect(page.getByText(/^Done in .* All 6 checks passed/)).toBeVisible({ timeout: 120_000 })
    await expect(page.getByRole('row', { name: /insert element/ })).toContainText('0.308 ms')
    await page.getByRole('radio', { name: '6.2' }).check({ force: true })
    await expect(page.getByRole('heading', { name: /Figure 6.2/ })).toBeVisible()
  })
})
