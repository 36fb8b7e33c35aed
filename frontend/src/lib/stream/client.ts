/**
 * The page's one WebSocket (docs/formats/live-stream.md): topics with resume, reconnection, connection state.
 *
 * - A topic is followed by one listener. After a reconnection, or when a hidden tab is seen again, the client resumes
 *   behind the last message seen; `fresh()` tells the listener when that was not possible and a snapshot follows.
 * - Nothing here throws: what cannot be understood is counted in `connection.faults` and, for text, ends the connection,
 *   which starts over.
 * - Socket, clock, timers and chance are passed in.
 */
import type { FromViewer, StreamData, StreamPosition, ToViewer } from '@/api/contracts'
import { decodeBinaryMessage, type RawFrame } from './frame'
import { FlushQueue, Store, type Observable } from './observable'

export interface TopicListener {
  /** What was known is void: a snapshot follows. */
  fresh(): void
  message(data: StreamData): void
  frame(frame: RawFrame): void
  /** Frames that the server left out because this viewer is slow. */
  dropped(frames: number): void
  refused(message: string): void
}

export interface Connection {
  /** `idle`: not started or stopped. `lost`: waiting for the next attempt. */
  readonly phase: 'idle' | 'connecting' | 'open' | 'lost'
  /** Wall clock in ms when the connection was last working, or was first wanted. */
  readonly since: number
  readonly attempts: number
  /** Wall clock in ms of the next attempt, while lost. */
  readonly retry_at: number | null
  /** Messages not understood since the page was loaded, and why the last one was not. */
  readonly faults: number
  readonly last_fault: string
}

/** What the client uses of a WebSocket. */
export interface Socket {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
  send(text: string): void
  close(): void
}

export interface ClientPorts {
  connect(): Socket
  now(): number
  /** Calls back once after `ms`; the result cancels. */
  timer(ms: number, run: () => void): () => void
  random(): number
}

interface Topic {
  readonly listener: TopicListener
  epoch: string
  /** The last entry seen of this epoch. */
  position: StreamPosition | null
}

const RETRY_FIRST_MS = 250
const RETRY_MAX_MS = 5_000
const PING_EVERY_MS = 5_000
const SILENCE_MAX_MS = 16_000

export class StreamClient {
  readonly connection: Observable<Connection>
  readonly #store: Store<Connection>
  readonly #ports: ClientPorts
  readonly #topics = new Map<string, Topic>()
  readonly #channels = new Map<number, string>()
  #state: Connection
  #socket: Socket | null = null
  #cancel_retry: (() => void) | null = null
  #cancel_ping: (() => void) | null = null
  #pings = 0
  #heard_at = 0
  #paused = false

  constructor(ports: ClientPorts, queue: FlushQueue) {
    this.#ports = ports
    this.#state = { phase: 'idle', since: ports.now(), attempts: 0, retry_at: null, faults: 0, last_fault: '' }
    this.#store = new Store(queue, () => this.#state)
    this.connection = this.#store
  }

  start(): void {
    if (this.#state.phase !== 'idle') return
    this.#change({ since: this.#ports.now() })
    this.#connect()
  }

  stop(): void {
    this.#cancel_retry?.()
    this.#cancel_retry = null
    this.#dropSocket()
    this.#change({ phase: 'idle', retry_at: null, attempts: 0 })
  }

  /** Tries at once instead of waiting for the next attempt. */
  retryNow(): void {
    if (this.#state.phase !== 'lost') return
    this.#cancel_retry?.()
    this.#connect()
  }

  /** Follows a topic until the result is called. A topic has one listener at a time. */
  follow(topic: string, listener: TopicListener): () => void {
    if (this.#topics.has(topic)) throw new Error(`topic ${topic} is followed already`)
    const entry: Topic = { listener, epoch: '', position: null }
    this.#topics.set(topic, entry)
    this.#subscribe(topic, entry)
    return () => {
      if (this.#topics.get(topic) !== entry) return
      this.#topics.delete(topic)
      this.#send({ kind: 'unsubscribe', topic })
    }
  }

  /** A hidden tab follows nothing, and later goes on where it was. */
  pause(paused: boolean): void {
    if (paused === this.#paused) return
    for (const [topic, entry] of this.#topics) {
      if (paused) {
        this.#send({ kind: 'unsubscribe', topic })
      } else {
        this.#paused = false
        this.#subscribe(topic, entry)
      }
    }
    this.#paused = paused
  }

  #connect(): void {
    this.#change({ phase: 'connecting', retry_at: null, attempts: this.#state.attempts + 1 })
    const socket = this.#ports.connect()
    this.#socket = socket
    socket.onopen = () => {
      this.#heard_at = this.#ports.now()
      this.#change({ phase: 'open', since: this.#ports.now(), attempts: 0 })
      for (const [topic, entry] of this.#topics) this.#subscribe(topic, entry)
      this.#ping()
    }
    socket.onmessage = (event) => {
      this.#heard_at = this.#ports.now()
      if (typeof event.data === 'string') this.#text(event.data)
      else if (event.data instanceof ArrayBuffer) this.#binary(event.data)
      else this.#fault('message is neither text nor an ArrayBuffer')
    }
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost()
    }
  }

  #lost(): void {
    this.#dropSocket()
    const now = this.#ports.now()
    const ceiling = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** Math.min(this.#state.attempts, 10))
    const pause = ceiling * (0.5 + 0.5 * this.#ports.random())
    const since = this.#state.phase === 'open' ? now : this.#state.since
    this.#change({ phase: 'lost', since, retry_at: now + pause })
    this.#cancel_retry = this.#ports.timer(pause, () => {
      this.#connect()
    })
  }

  #dropSocket(): void {
    const socket = this.#socket
    this.#socket = null
    this.#channels.clear()
    this.#cancel_ping?.()
    this.#cancel_ping = null
    if (socket === null) return
    socket.onopen = null
    socket.onmessage = null
    socket.onclose = null
    socket.close()
  }

  /** A cut cable closes no socket: silence is noticed here. */
  #ping(): void {
    if (this.#ports.now() - this.#heard_at > SILENCE_MAX_MS) {
      this.#lost()
      return
    }
    this.#pings += 1
    this.#send({ kind: 'ping', id: this.#pings })
    this.#cancel_ping = this.#ports.timer(PING_EVERY_MS, () => {
      this.#ping()
    })
  }

  #subscribe(topic: string, entry: Topic): void {
    if (!this.#paused) this.#send({ kind: 'subscribe', topic, after: entry.position })
  }

  #send(message: FromViewer): void {
    if (this.#state.phase === 'open') this.#socket?.send(JSON.stringify(message))
  }

  #text(text: string): void {
    const message = parseMessage(text)
    if (message === null) {
      this.#fault('text message is not a JSON object')
      this.#lost()
      return
    }
    if (message.kind === 'pong') return
    const entry = this.#topics.get(message.topic)
    if (entry === undefined) return // a last message of a topic just left
    switch (message.kind) {
      case 'subscribed':
        this.#channels.set(message.channel, message.topic)
        if (!message.resumed) {
          // No position before the snapshot is here: a connection lost in between must start afresh again.
          entry.position = null
          entry.epoch = message.epoch
          entry.listener.fresh()
        }
        break
      case 'message':
        this.#seen(entry, message.sequence)
        entry.listener.message(message.data)
        break
      case 'dropped':
        entry.listener.dropped(message.frames)
        break
      case 'refusal':
        this.#fault(`topic ${message.topic} is refused: ${message.message}`)
        entry.listener.refused(message.message)
        break
      default:
        this.#fault(`message of unknown kind ${String((message as { kind: unknown }).kind)}`)
    }
  }

  #binary(buffer: ArrayBuffer): void {
    const decoded = decodeBinaryMessage(buffer)
    if (!decoded.ok) {
      this.#fault(decoded.reason)
      return
    }
    for (const { channel, sequence, frame } of decoded.value) {
      const topic = this.#channels.get(channel)
      const entry = topic === undefined ? undefined : this.#topics.get(topic)
      if (entry === undefined) continue
      if (entry.position !== null) this.#seen(entry, sequence)
      entry.listener.frame(frame)
    }
  }

  #seen(entry: Topic, sequence: number): void {
    if (entry.position !== null && sequence <= entry.position.sequence) return
    entry.position = { epoch: entry.epoch, sequence }
  }

  #fault(reason: string): void {
    this.#change({ faults: this.#state.faults + 1, last_fault: reason })
  }

  #change(part: Partial<Connection>): void {
    this.#state = { ...this.#state, ...part }
    this.#store.changed()
  }
}

function parseMessage(text: string): ToViewer | null {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null && 'kind' in message ? (message as ToViewer) : null
  } catch {
    return null
  }
}
