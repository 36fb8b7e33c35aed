/**
 * How smoothly the page of a long run zooms: `node e2e/measure/zooming.ts ADDRESS [zooms]`, of a run that scripts/long_run.py
 * has added to a store. Zooms "Over the run" with Ctrl and the wheel, in and out, and waits for the finer rows each time.
 * Prints, and writes to build/zooming.json, the time to open and the time between frames while zooming, in milliseconds.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

const address = process.argv[2] ?? 'http://127.0.0.1:8000/runs/1'
const zooms = Number(process.argv[3] ?? 20)
/** From one zoom to the next: the page fetches and draws finer rows. */
const PAUSE_MS = 700
const BUILD = path.resolve(import.meta.dirname, '../../../build')

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const begun = performance.now()
  await page.goto(address)
  const card = page.getByRole('region', { name: 'Over the run' })
  const plot = card.locator('.nsewdrag').first()
  await plot.waitFor()
  const open_ms = performance.now() - begun
  await card.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  const box = await plot.boundingBox()
  if (box === null) throw new Error('The chart has no place: is the address a run that has ended?')
  await page.evaluate(() => {
    const between: number[] = []
    Object.assign(globalThis, { between })
    let last = performance.now()
    const step = (now: number) => {
      between.push(now - last)
      last = now
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2)
  await page.keyboard.down('Control')
  for (let zoom = 0; zoom < zooms; zoom += 1) {
    const way = zoom < zooms / 2 ? -1 : 1
    for (let notch = 0; notch < 5; notch += 1) {
      await page.mouse.wheel(0, way * 40)
      await page.waitForTimeout(30)
    }
    await page.waitForTimeout(PAUSE_MS)
    if (zoom === Math.floor(zooms / 2) - 1) {
      mkdirSync(BUILD, { recursive: true })
      await card.screenshot({ path: path.join(BUILD, 'zooming.png') })
    }
  }
  await page.keyboard.up('Control')
  const between = await page.evaluate(() => (globalThis as unknown as { between: number[] }).between.slice(1))
  const sorted = between.toSorted((a, b) => a - b)
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  const round = (value: number) => Math.round(value * 10) / 10
  const result = {
    zooms,
    open_ms: Math.round(open_ms),
    frames: sorted.length,
    between_frames_ms: { p50: round(quantile(0.5)), p99: round(quantile(0.99)), longest: round(sorted.at(-1) ?? 0) },
    frames_over_50_ms: sorted.filter((one) => one > 50).length,
  }
  mkdirSync(BUILD, { recursive: true })
  writeFileSync(path.join(BUILD, 'zooming.json'), `${JSON.stringify(result, null, 2)}\n`)
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
} finally {
  await browser.close()
}
