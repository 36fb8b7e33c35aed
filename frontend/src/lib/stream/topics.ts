/**
 * What each topic of the live stream is to a page: the newest state, kept from snapshot and changes, in bounded memory.
 * A topic store is a listener of the client on one side and an observable on the other.
 */
import type {
  FrameSchema,
  GroupSummary,
  LogLine,
  NodeView,
  RunDocument,
  RunEvent,
  RunSummary,
  StreamData,
} from '@/api/contracts'
import type { TopicListener } from './client'
import type { RawFrame } from './frame'
import { MovedEntities } from './moved_entities'
import { FlushQueue, Store, type Observable } from './observable'
import { RunEntities } from './run_entities'
import { RunWindows } from './run_windows'

export interface FleetState {
  /** False until the first snapshot. */
  readonly ready: boolean
  readonly nodes: readonly NodeView[]
  readonly join_command: string
}

export interface RunsState {
  readonly ready: boolean
  /** The newest runs, newest first; at most 500. */
  readonly items: readonly RunSummary[]
  readonly total: number
  /** Sweeps and suites that these runs are part of, and those that changed since. */
  readonly groups: ReadonlyMap<string, GroupSummary>
}

export interface RunTopicState {
  readonly ready: boolean
  /** Why the topic cannot be followed; empty if it can. */
  readonly refusal: string
  readonly run: RunDocument | null
  readonly events: readonly RunEvent[]
  /** Entities that have moved in this repeat, and the index of the node where they are. */
  readonly moved: ReadonlyMap<number, number>
  /** The newest lines, oldest first. */
  readonly log: readonly LogLine[]
  /** Older lines that are not kept here (they are in the store of the console). */
  readonly log_left_out: number
  /** Frames that the server left out for this viewer. */
  readonly frames_dropped: number
}

export interface TopicStore<T> extends TopicListener {
  readonly topic: string
  readonly state: Observable<T>
  close(): void
}

const RUNS_MAX = 500
const GROUPS_MAX = 500
const EVENTS_MAX = 5_000
const LOG_MAX = 2_000

export abstract class BaseTopic<T> {
  readonly topic: string
  readonly state: Observable<T>
  protected readonly store: Store<T>

  constructor(topic: string, queue: FlushQueue, make: () => T) {
    this.topic = topic
    this.store = new Store(queue, make)
    this.state = this.store
  }

  close(): void {
    this.store.close()
  }

  frame(_frame: RawFrame): void {
    return // only runs have frames
  }

  dropped(_frames: number): void {
    return
  }

  /** The client has counted it as a fault of the connection; these topics are always there. */
  refused(_message: string): void {
    return
  }
}

export class FleetTopic extends BaseTopic<FleetState> implements TopicStore<FleetState> {
  readonly #data: { ready: boolean; nodes: Map<string, NodeView>; join_command: string }

  constructor(queue: FlushQueue) {
    const data = { ready: false, nodes: new Map<string, NodeView>(), join_command: '' }
    super('fleet', queue, () => ({
      ready: data.ready,
      nodes: [...data.nodes.values()].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })),
      join_command: data.join_command,
    }))
    this.#data = data
  }

  /** What is shown stays until the snapshot replaces it: no flicker on a reconnection. */
  fresh(): void {
    return
  }

  message(data: StreamData): void {
    if (data.kind === 'fleet') {
      this.#data.ready = true
      this.#data.join_command = data.fleet.join_command
      this.#data.nodes = new Map(data.fleet.items.map((node) => [node.name, node]))
    } else if (data.kind === 'node_changed') {
      this.#data.nodes.set(data.node.name, data.node)
    }
    this.store.changed()
  }
}

export class RunsTopic extends BaseTopic<RunsState> implements TopicStore<RunsState> {
  readonly #data: { ready: boolean; items: RunSummary[]; total: number; groups: Map<string, GroupSummary> }

  constructor(queue: FlushQueue) {
    const data = { ready: false, items: [] as RunSummary[], total: 0, groups: new Map<string, GroupSummary>() }
    super('runs', queue, () => ({
      ready: data.ready,
      items: [...data.items],
      total: data.total,
      groups: new Map(data.groups),
    }))
    this.#data = data
  }

  fresh(): void {
    return
  }

  message(data: StreamData): void {
    const mine = this.#data
    if (data.kind === 'runs') {
      mine.ready = true
      mine.items = data.runs.items.slice(0, RUNS_MAX)
      mine.total = data.runs.total
      mine.groups = new Map(data.runs.groups.map((group) => [group.id, group]))
    } else if (data.kind === 'group_changed') {
      mine.groups.delete(data.group.id)
      mine.groups.set(data.group.id, data.group)
      const [oldest] = mine.groups.keys()
      if (mine.groups.size > GROUPS_MAX && oldest !== undefined) mine.groups.delete(oldest)
    } else if (data.kind === 'run_changed') {
      const at = mine.items.findIndex((item) => item.id === data.run.id)
      if (at >= 0) {
        mine.items[at] = data.run
      } else if (mine.items[0] === undefined || data.run.number > mine.items[0].number) {
        mine.items = [data.run, ...mine.items].slice(0, RUNS_MAX)
        mine.total += 1
      }
    }
    this.store.changed()
  }
}

interface RunData {
  ready: boolean
  refusal: string
  run: RunDocument | null
  events: RunEvent[]
  log: LogLine[]
  log_left_out: number
  frames_dropped: number
}

/** A run: document, events, log, and beside them the live windows with observables of their own pace. */
export class RunTopic extends BaseTopic<RunTopicState> implements TopicStore<RunTopicState> {
  readonly windows = new RunWindows()
  /** Where entities are, if the run's entities are somewhere. */
  readonly entities = new RunEntities()
  /** Changes with every flush that brought windows: for chart engines. */
  readonly ticks: Observable<number>
  /** Changes with every flush that brought moments of entities. */
  readonly moments: Observable<number>
  /** The same at a pace for reading figures. */
  readonly readings: Observable<number>
  readonly #ticks: Store<number>
  readonly #readings: Store<number>
  readonly #moments: Store<number>
  #moment = 0
  readonly #data: RunData
  readonly #moved: MovedEntities

  constructor(id: string, queue: FlushQueue, slow_queue: FlushQueue) {
    const data: RunData = {
      ready: false,
      refusal: '',
      run: null,
      events: [],
      log: [],
      log_left_out: 0,
      frames_dropped: 0,
    }
    const moved = new MovedEntities()
    super(`run/${id}`, queue, () => ({
      ...data,
      events: [...data.events],
      moved: moved.view(),
      log: [...data.log],
    }))
    this.#data = data
    this.#moved = moved
    this.#ticks = new Store(queue, () => this.windows.version)
    this.#readings = new Store(slow_queue, () => this.windows.version)
    this.#moments = new Store(queue, () => this.#moment)
    this.moments = this.#moments
    this.ticks = this.#ticks
    this.readings = this.#readings
  }

  override close(): void {
    super.close()
    this.#ticks.close()
    this.#readings.close()
    this.#moments.close()
  }

  /** The windows go, because their snapshot comes again; the document is replaced when its snapshot is here. */
  fresh(): void {
    this.#clear()
  }

  message(data: StreamData): void {
    const mine = this.#data
    switch (data.kind) {
      case 'run':
        mine.ready = true
        mine.refusal = ''
        mine.log = data.log.slice(-LOG_MAX)
        mine.log_left_out = data.log.length - mine.log.length
        this.#document(data.run)
        break
      case 'run_updated':
        this.#document(data.run)
        break
      case 'run_changed':
        if (mine.run !== null) mine.run = { ...mine.run, summary: data.run }
        // A repeat that is prepared again numbers its frames from 1 again.
        if (data.run.state === 'preparing' && this.windows.nodes.size > 0 && this.windows.repeat === data.run.repeat) {
          this.#clear()
        }
        break
      case 'event_added':
        this.#event(data.event)
        break
      case 'log_added':
        mine.log.push(data.line)
        if (mine.log.length > LOG_MAX) mine.log_left_out += mine.log.splice(0, mine.log.length - LOG_MAX).length
        break
      case 'schema_added':
        // Pages decide by the document's schemas what they show: the map, for one.
        if (mine.run !== null) mine.run = { ...mine.run, schemas: withSchema(mine.run.schemas, data.frame_schema) }
        this.windows.addSchema(data.frame_schema)
        this.entities.addSchema(data.frame_schema)
        this.#windowsChanged()
        break
      default:
        return
    }
    this.store.changed()
  }

  override frame(frame: RawFrame): void {
    if (frame.header.kind === 'entities') {
      this.entities.push(frame)
      this.#momentsChanged()
      return
    }
    this.windows.push(frame)
    this.#windowsChanged()
  }

  override dropped(frames: number): void {
    this.#data.frames_dropped += frames
    this.store.changed()
  }

  override refused(message: string): void {
    this.#data.refusal = message
    this.store.changed()
  }

  #clear(): void {
    this.windows.clear()
    this.#windowsChanged()
    this.entities.clear()
    this.#momentsChanged()
  }

  #momentsChanged(): void {
    this.#moment += 1
    this.#moments.changed()
  }

  #document(run: RunDocument): void {
    const mine = this.#data
    mine.run = run
    this.windows.interval_ms = run.spec.telemetry.interval_ms
    for (const schema of run.schemas) {
      this.windows.addSchema(schema)
      this.entities.addSchema(schema)
    }
    const known = new Map(mine.events.map((event) => [event.sequence, event]))
    for (const event of run.events) {
      known.set(event.sequence, event)
      this.#moved.take(event)
    }
    mine.events = [...known.values()].sort((a, b) => a.sequence - b.sequence).slice(-EVENTS_MAX)
  }

  #event(event: RunEvent): void {
    const { events } = this.#data
    const last = events.at(-1)
    if (last !== undefined && event.sequence <= last.sequence) {
      if (events.some((known) => known.sequence === event.sequence)) return
    }
    events.push(event)
    this.#moved.take(event)
    if (events.length > EVENTS_MAX) events.splice(0, events.length - EVENTS_MAX)
  }

  #windowsChanged(): void {
    this.#ticks.changed()
    this.#readings.changed()
  }
}

/** The schemas with `added`, which replaces one of its number. */
function withSchema(schemas: readonly FrameSchema[], added: FrameSchema): FrameSchema[] {
  return [...schemas.filter(({ schema_id }) => schema_id !== added.schema_id), added]
}
