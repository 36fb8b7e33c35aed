/**
 * Who follows which topic. Components share a topic's store; a topic that nobody looks at any more is kept for a short
 * time, so that going back and forth between pages neither loads nor flickers, and is then left.
 */
import { StreamClient, type ClientPorts, type Connection } from './client'
import { GroupTopic } from './group_topic'
import { FlushQueue, type Observable } from './observable'
import { FleetTopic, RunTopic, RunsTopic, type TopicStore } from './topics'

const LINGER_MS = 10_000
const HIDDEN_GRACE_MS = 3_000
const READING_PACE_MS = 250

interface Followed {
  readonly store: TopicStore<unknown>
  readonly leave: () => void
  users: number
  cancel_linger: (() => void) | null
}

export interface HubPorts extends ClientPorts {
  /** Calls back once, in the next animation frame. */
  schedule(run: () => void): void
}

export class StreamHub {
  readonly connection: Observable<Connection>
  readonly #ports: HubPorts
  readonly #client: StreamClient
  readonly #queue: FlushQueue
  readonly #slow_queue: FlushQueue
  readonly #followed = new Map<string, Followed>()
  #cancel_pause: (() => void) | null = null

  constructor(ports: HubPorts) {
    this.#ports = ports
    this.#queue = new FlushQueue((run) => ports.schedule(run))
    this.#slow_queue = new FlushQueue((run) => {
      ports.timer(READING_PACE_MS, run)
    })
    this.#client = new StreamClient(ports, this.#queue)
    this.connection = this.#client.connection
  }

  start(): void {
    this.#client.start()
  }

  stop(): void {
    for (const [topic, entry] of this.#followed) {
      entry.cancel_linger?.()
      this.#leave(topic, entry)
    }
    this.#cancel_pause?.()
    this.#client.stop()
  }

  retryNow(): void {
    this.#client.retryNow()
  }

  /** A hidden tab stops following after a moment; shown again, it resumes at once. */
  setHidden(hidden: boolean): void {
    this.#cancel_pause?.()
    this.#cancel_pause = null
    if (hidden) {
      this.#cancel_pause = this.#ports.timer(HIDDEN_GRACE_MS, () => {
        this.#client.pause(true)
      })
    } else {
      this.#client.pause(false)
    }
  }

  fleet(): FleetTopic {
    return this.#store('fleet', () => new FleetTopic(this.#queue))
  }

  runs(): RunsTopic {
    return this.#store('runs', () => new RunsTopic(this.#queue))
  }

  run(id: string): RunTopic {
    return this.#store(`run/${id}`, () => new RunTopic(id, this.#queue, this.#slow_queue))
  }

  group(id: string): GroupTopic {
    return this.#store(`group/${id}`, () => new GroupTopic(id, this.#queue))
  }

  /** Keeps a topic followed until the result is called. */
  hold(store: TopicStore<unknown>): () => void {
    const entry = this.#followed.get(store.topic) ?? this.#follow(store)
    entry.users += 1
    entry.cancel_linger?.()
    entry.cancel_linger = null
    let held = true
    return () => {
      if (!held) return
      held = false
      entry.users -= 1
      if (entry.users === 0) this.#linger(store.topic, entry)
    }
  }

  #store<T extends TopicStore<unknown>>(topic: string, make: () => T): T {
    const known = this.#followed.get(topic)
    if (known !== undefined) return known.store as T
    const store = make()
    // Followed already, though nobody holds it: if nobody does soon, it is left again.
    this.#linger(topic, this.#follow(store))
    return store
  }

  #follow(store: TopicStore<unknown>): Followed {
    const entry: Followed = {
      store,
      leave: this.#client.follow(store.topic, store),
      users: 0,
      cancel_linger: null,
    }
    this.#followed.set(store.topic, entry)
    return entry
  }

  #linger(topic: string, entry: Followed): void {
    entry.cancel_linger?.()
    entry.cancel_linger = this.#ports.timer(LINGER_MS, () => {
      this.#leave(topic, entry)
    })
  }

  #leave(topic: string, entry: Followed): void {
    if (this.#followed.get(topic) === entry) this.#followed.delete(topic)
    entry.leave()
    if (entry.users === 0) entry.store.close()
  }
}
