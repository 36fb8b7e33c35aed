/**
 * How smoothly the built page follows a run of many nodes: `node e2e/measure/frames.ts [nodes] [seconds] [entities]`; with
 * entities, all moving, it draws their map too. Prints, and writes to build/frames.json, how many frames a second it drew,
 * how long it worked on each, and how many kept it for over 50 ms.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { startFakeConsole } from './fake_console.ts'

const nodes = Number(process.argv[2] ?? 64)
const seconds = Number(process.argv[3] ?? 8)
const entities = Number(process.argv[4] ?? 0)
const WARM_UP_S = 4
const BUILD = path.resolve(import.meta.dirname, '../../../build')

const fake = await startFakeConsole(nodes, 100, entities)
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${fake.url}/runs/${fake.run}`)
  // Nothing is measured of a page that draws nothing.
  await page.getByRole('group', { name: 'Step time, median' }).getByText('µs').first().waitFor()
  if (entities > 0) await page.getByRole('img', { name: /^Map of the entities/ }).scrollIntoViewIfNeeded()
  await page.waitForTimeout(WARM_UP_S * 1000)
  const session = await page.context().newCDPSession(page)
  // CPU time of the page's thread: what others do on the machine does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN
  }
  const before = await busy()
  const seen = await page.evaluate(async (ms: number) => {
    const long: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) long.push(entry.duration)
    })
    observer.observe({ type: 'long-animation-frame' })
    const between: number[] = []
    const end = performance.now() + ms
    await new Promise<void>((resolve) => {
      let last = performance.now()
      const step = (now: number) => {
        between.push(now - last)
        last = now
        if (now < end) requestAnimationFrame(step)
        else resolve()
      }
      requestAnimationFrame(step)
    })
    observer.disconnect()
    return { between: between.slice(1), long }
  }, seconds * 1000)
  const busy_s = (await busy()) - before
  const sorted = seen.between.toSorted((a, b) => a - b)
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  const round = (value: number) => Math.round(value * 10) / 10
  const result = {
    nodes,
    windows_per_s: nodes * 10,
    entities,
    seconds,
    frames: sorted.length,
    frames_per_s: round(sorted.length / seconds),
    cpu_per_frame_ms: round((busy_s * 1000) / sorted.length),
    cpu_share: Math.round((busy_s / seconds) * 100) / 100,
    between_frames_ms: { p50: round(quantile(0.5)), p95: round(quantile(0.95)), p99: round(quantile(0.99)) },
    frames_over_50_ms: seen.long.length,
    longest_frame_ms: round(Math.max(0, ...seen.long)),
  }
  mkdirSync(BUILD, { recursive: true })
  await page.screenshot({ path: path.join(BUILD, 'frames.png') })
  writeFileSync(path.join(BUILD, 'frames.json'), `${JSON.stringify(result, null, 2)}\n`)
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
} finally {
  await browser.close()
  fake.stop()
}
