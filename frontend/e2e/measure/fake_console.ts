/**
 * Just enough of a console to keep the page of one run busy: the built page, a run that is on, and a stream of window
 * frames of many nodes. For measuring the page alone; nothing of it is measured as a benchmark.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { createServer as createVite } from 'vite'
import type { FrameSchema, RunDocument } from '../../src/api/contracts.ts'

const FRONTEND = path.resolve(import.meta.dirname, '../..')
const { encodeBinaryMessage, encodeFrame, sampleDocument } = await loadSamples()
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

type Column = FrameSchema['columns'][number]

/** The columns that a universe of several nodes sends. */
export const schema: FrameSchema = {
  schema_id: 1,
  kind: 'window',
  columns: [
    column('first_step', 'index', 'count'),
    column('window_ns', 'time', 'ns'),
    column('steps', 'counter', 'count'),
    ...['mean', 'min', 'max', 'p50', 'p90', 'p99'].map((part) => column(`step_time.${part}`, 'duration', 'ns')),
    ...['update', 'state', 'manager', 'wait', 'idle'].map((part) => column(`activity.${part}`, 'activity', 'ns')),
    ...[
      'node_notify',
      'update_notify',
      'update_complete',
      'state_from_entity',
      'state_to_node',
      'node_complete',
    ].flatMap((kind) => [column(`messages.${kind}`, 'messages', 'count'), column(`bytes.${kind}`, 'bytes', 'B')]),
    column('entities', 'gauge', 'count'),
    column('cpu_share', 'gauge', 'cores'),
    column('rss_bytes', 'gauge', 'B'),
  ],
}

function column(name: string, role: Column['role'], unit: string): Column {
  const [head = name, part = head] = name.split('.')
  const series = role === 'duration' ? head : part
  const type = role === 'duration' || role === 'activity' || name === 'cpu_share' ? 'f64' : 'u64'
  return { name, title: name, type, unit, role, series }
}

function value({ role, name }: Column, node: number, time: number): number {
  const wave = 1 + 0.3 * Math.sin(time / 1_700 + node) + 0.15 * Math.random()
  if (role === 'duration') return 400_000 * wave * (name.endsWith('p99') ? 3 : name.endsWith('max') ? 6 : 1)
  if (role === 'activity') return 80_000 * wave
  if (role === 'time') return 100_000_000
  if (name === 'cpu_share') return 0.8
  return Math.round(250 * wave)
}

/** Where entities are, five times a second. */
const entities_schema: FrameSchema = {
  schema_id: 3,
  kind: 'entities',
  columns: [
    { ...column('entity', 'index', 'count'), type: 'u32' },
    ...['x', 'y'].map((name): Column => ({ ...column(name, 'position', 'share'), type: 'f32' })),
  ],
}
const ENTITIES_MS = 200

/** A node's share of the entities, all of them on their way. */
function entitiesOf(node: number, nodes: number, entities: number, tick: number): number[][] {
  const ids = Array.from({ length: Math.floor(entities / nodes) }, (_, at) => node * Math.floor(entities / nodes) + at)
  const at = (start: number, speed: number) => (((start + speed * tick) % 1) + 1) % 1
  return [
    ids,
    ids.map((id) => at((id * 0.618_034) % 1, 0.004 * Math.cos(id))),
    ids.map((id) => at((id * 0.414_214) % 1, 0.004 * Math.sin(id))),
  ]
}

export interface FakeConsole {
  readonly server: Server
  readonly url: string
  readonly run: string
  readonly stop: () => void
}

/** With `entities`, the run's entities have positions, and the page draws a map of them. */
export async function startFakeConsole(nodes: number, interval_ms: number, entities = 0): Promise<FakeConsole> {
  const run = runOf(nodes, interval_ms, entities)
  const sockets = new Set<Duplex>()
  const timers = new Set<NodeJS.Timeout>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    const answer = pathname.startsWith('/api/') ? rest(pathname, run) : file(pathname)
    response.writeHead(200, { 'content-type': answer.type }).end(answer.body)
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    sockets.add(socket)
    accept(request, socket)
    const say = (message: unknown) => socket.write(framed(1, Buffer.from(JSON.stringify(message))))
    socket.on('error', () => socket.destroy())
    socket.on('data', (data: Buffer) => {
      for (const text of readTexts(data)) {
        const asked = JSON.parse(text) as { kind: string; topic?: string; id?: number }
        if (asked.kind === 'ping') say({ kind: 'pong', id: asked.id })
        if (asked.kind !== 'subscribe' || asked.topic !== `run/${run.summary.id}`) continue
        const topic = asked.topic
        say({ kind: 'subscribed', topic, epoch: 'e', channel: 1, resumed: false })
        say({ kind: 'message', topic, sequence: 1, data: { kind: 'run', run, log: [] } })
        let sequence = 1
        let tick = 0
        const timer = setInterval(() => {
          tick += 1
          const all = Array.from({ length: nodes }, (_, node) => {
            sequence += 1
            const columns = schema.columns.map((one) => [value(one, node, Date.now())])
            const parts = {
              node_index: node,
              repeat: run.summary.repeat,
              sequence: tick,
              done: tick,
              time_ns: tick * interval_ms * 1e6,
            }
            return Buffer.from(encodeBinaryMessage(1, sequence, encodeFrame(schema, columns, parts)))
          })
          if (entities > 0 && tick % Math.max(1, Math.round(ENTITIES_MS / interval_ms)) === 0) {
            for (let node = 0; node < nodes; node += 1) {
              const columns = entitiesOf(node, nodes, entities, tick)
              const parts = { kind: 3, node_index: node, repeat: run.summary.repeat, sequence: tick, done: tick }
              all.push(Buffer.from(encodeBinaryMessage(1, sequence, encodeFrame(entities_schema, columns, parts))))
            }
          }
          // The console gathers frames for a moment: those of all nodes share a message.
          socket.write(framed(2, Buffer.concat(all)))
        }, interval_ms)
        timers.add(timer)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const stop = () => {
    for (const timer of timers) clearInterval(timer)
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { server, url: `http://127.0.0.1:${address.port}`, run: run.summary.id, stop }
}

/** The unit tests' samples, whose imports only Vite resolves. */
async function loadSamples() {
  const vite = await createVite({ root: FRONTEND, server: { middlewareMode: true, ws: false }, logLevel: 'error' })
  const load = (name: string) => vite.ssrLoadModule(`/src/testing/${name}.ts`)
  const samples = { ...(await load('encode_frame')), ...(await load('sample_document')) }
  await vite.close()
  return samples as typeof import('../../src/testing/encode_frame.ts') &
    typeof import('../../src/testing/sample_document.ts')
}

function runOf(nodes: number, interval_ms: number, entities: number): RunDocument {
  const run = sampleDocument({ state: 'running', progress: 0.4 })
  const [node] = run.nodes
  if (node === undefined) throw new Error('the sample has no node')
  const names = Array.from({ length: nodes }, (_, index) => `node-${index + 1}`)
  return {
    ...run,
    summary: { ...run.summary, nodes: names, headline: [] },
    spec: { ...run.spec, telemetry: { ...run.spec.telemetry, interval_ms } },
    nodes: names.map((name, index) => ({ ...node, index, name, colour: (index % 8) + 1 })),
    repeats: [],
    metrics: [],
    events: [],
    schemas: entities > 0 ? [schema, entities_schema] : [schema],
  }
}

function rest(pathname: string, run: RunDocument): { type: string; body: string } {
  const body = pathname.endsWith('/session')
    ? { required: false, role: null }
    : pathname.endsWith(run.summary.id)
      ? run
      : pathname.endsWith('/nodes')
        ? { items: [], join_command: '' }
        : { items: [], total: 0, next_cursor: null, groups: [], settings: [] }
  return { type: 'application/json', body: JSON.stringify(body) }
}

function file(pathname: string): { type: string; body: Buffer } {
  const name = path.extname(pathname) === '' ? 'index.html' : path.normalize(pathname)
  return { type: TYPES[path.extname(name)] ?? 'text/plain', body: readFileSync(path.join(FRONTEND, 'dist', name)) }
}

/** RFC 6455, as far as a page and a server of our own need it. */
function accept(request: IncomingMessage, socket: Duplex): void {
  const key = `${request.headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
  const answer = createHash('sha1').update(key).digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${answer}\r\n\r\n`,
  )
}

function framed(opcode: 1 | 2, body: Buffer): Buffer {
  const head = Buffer.alloc(10)
  head[0] = 0x80 | opcode
  if (body.length < 126) {
    head[1] = body.length
    return Buffer.concat([head.subarray(0, 2), body])
  }
  if (body.length < 65_536) {
    head[1] = 126
    head.writeUInt16BE(body.length, 2)
    return Buffer.concat([head.subarray(0, 4), body])
  }
  head[1] = 127
  head.writeBigUInt64BE(BigInt(body.length), 2)
  return Buffer.concat([head, body])
}

/** A page's messages are short, masked, and come whole. */
function readTexts(data: Buffer): string[] {
  const texts: string[] = []
  for (let at = 0; at + 6 <= data.length;) {
    const opcode = (data[at] ?? 0) & 0x0f
    const short = (data[at + 1] ?? 0) & 0x7f
    const length = short === 126 ? data.readUInt16BE(at + 2) : short
    const mask = at + (short === 126 ? 4 : 2)
    const body = Buffer.from(data.subarray(mask + 4, mask + 4 + length))
    for (const [index, byte] of body.entries()) body[index] = byte ^ (data[mask + (index % 4)] ?? 0)
    if (opcode === 1) texts.push(body.toString())
    at = mask + 4 + length
  }
  return texts
}
