import { defineConfig } from '@playwright/test'

/** The console in a real browser, over the real product: each worker process of the test runner starts a console of its own. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '../build/e2e',
  // One console at a time: benchmarks beside each other would disturb each other.
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  timeout: 1_800_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    },
  },
})
