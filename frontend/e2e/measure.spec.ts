import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'

// No figure is checked, only that the page shows what the tool sends.
test('the tool that measures how smoothly the page follows many nodes still measures', async () => {
  const frontend = path.resolve(import.meta.dirname, '..')
  const { stdout } = await promisify(execFile)('node', ['e2e/measure/frames.ts', '8', '2'], { cwd: frontend })
  const measured = JSON.parse(stdout) as { nodes: number; frames: number }
  expect(measured.nodes).toBe(8)
  expect(measured.frames).toBeGreaterThan(0)
})
