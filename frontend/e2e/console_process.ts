/** Starts and ends a real console with two node agents, by the same command that a person uses. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const WATCHDOG_MS = 90_000

export interface ConsoleProcess {
  readonly url: string
  /** Processes of C++ workers that this console's agents have started. */
  workers(): Promise<number[]>
  /** Ends it as Ctrl-C does; fails if anything that it started is still there. */
  stop(): Promise<void>
}

export async function startConsole(): Promise<ConsoleProcess> {
  const data = await mkdtemp(path.join(tmpdir(), 'orrery-e2e-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const supervisor = spawn(
    path.join(ROOT, 'orrery'),
    ['up', '--port', String(port), '--nodes', '2', '--data-dir', data, '--first-run', ''],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  supervisor.stdout.on('data', (part: Buffer) => (said += part.toString()))
  supervisor.stderr.on('data', (part: Buffer) => (said += part.toString()))
  try {
    await until(
      'two nodes online',
      () => said,
      async () => {
        if (supervisor.exitCode !== null)
          throw new Error(`the console ended with status ${supervisor.exitCode}:\n${said}`)
        const nodes = await fetch(`${url}/api/v1/nodes`).then(
          async (response) => (await response.json()) as { items: { state: string }[] },
          () => ({ items: [] }),
        )
        return nodes.items.filter((node) => node.state === 'online').length === 2
      },
    )
  } catch (error) {
    supervisor.kill('SIGKILL')
    throw error
  }
  return {
    url,
    workers: async () =>
      (await descendants(supervisor)).filter((one) => /^\S*orrery-worker( |$)/.test(one.command)).map((one) => one.pid),
    stop: async () => {
      const started = await descendants(supervisor)
      supervisor.kill('SIGINT')
      await until(
        'the end of the console',
        () => said,
        () => Promise.resolve(supervisor.exitCode !== null || supervisor.signalCode !== null),
      )
      await until(
        'the end of all that it started',
        () => said,
        async () => {
          const alive = await processes()
          return !started.some((one) => alive.some((other) => other.pid === one.pid && other.command === one.command))
        },
      )
      await rm(data, { recursive: true, force: true })
    },
  }
}

interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

async function processes(): Promise<Process[]> {
  const found: Process[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8')
      const command = (await readFile(`/proc/${name}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim()
      const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (rest[0] !== 'Z') found.push({ pid: Number(name), parent: Number(rest[1]), command })
    } catch {
      // It ended while we looked: not among the living.
    }
  }
  return found
}

async function descendants(root: ChildProcess): Promise<Process[]> {
  const all = await processes()
  const found: Process[] = []
  let parents = [root.pid]
  while (parents.length > 0) {
    const children = all.filter((one) => parents.includes(one.parent))
    found.push(...children)
    parents = children.map((one) => one.pid)
  }
  return found
}

/** Waits for a condition, under a watchdog. */
async function until(what: string, context: () => string, condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + WATCHDOG_MS
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}; the console said:\n${context()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
