const { chromium } = require('playwright')
;(async () => {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  const out = []
  for (let i = 0; i < 7; i++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    const go = async () => {
      const t = Date.now()
      await page.goto(process.argv[2] + '/runs', { waitUntil: 'commit' })
      await page.waitForFunction(() => document.querySelectorAll('a[href*="/runs/"]').length >= 10)
      const inpage = await page.evaluate(() => performance.now())
      return [Date.now() - t, Math.round(inpage)]
    }
    const cold = await go()
    const warm = await go()
    const t = await page.evaluate(() => performance.getEntriesByType('resource').map((e) => [e.name.replace(/.*:\d+/, ''), Math.round(e.startTime), Math.round(e.duration), e.transferSize]))
    if (i === 6) console.log(JSON.stringify(t, null, 0).replace(/\],/g, '],\n'))
    out.push({ cold, warm })
    await context.close()
  }
  console.log(JSON.stringify(out))
  await browser.close()
})()
