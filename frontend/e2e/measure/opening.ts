/**
 * How soon a table of the page is there: `node e2e/measure/opening.ts ADDRESS [times]`, for instance of the list of a store
 * that scripts/many_runs.py has filled. Each time in a new browser context with an empty cache. Prints milliseconds from the
 * start of the navigation until the first row of the first table.
 */
import { chromium } from '@playwright/test'

const address = process.argv[2] ?? 'http://127.0.0.1:8080/runs'
const times = Number(process.argv[3] ?? 15)

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  const opened: number[] = []
  for (let time = 0; time < times; time += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.addInitScript(() => {
      const watch = () => {
        if (document.querySelector('tbody tr, [role=row] [role=cell]') !== null)
          document.documentElement.dataset['there'] = String(performance.now())
        else requestAnimationFrame(watch)
      }
      requestAnimationFrame(watch)
    })
    await page.goto(address)
    const there = await page.waitForFunction(() => document.documentElement.dataset['there'])
    opened.push(Math.round(Number(await there.jsonValue())))
    await context.close()
  }
  opened.sort((a, b) => a - b)
  const result = { times, median_ms: opened[Math.floor(times / 2)], least_ms: opened[0], most_ms: opened.at(-1) }
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
} finally {
  await browser.close()
}
