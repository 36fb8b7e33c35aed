/**
 * What a node does now, read from its newest windows: works for every workload, because columns say what they are for
 * (docs/formats/telemetry.md). Values are in base units; NaN where there is no column or no window yet. Pure.
 */
import type { Column, FrameSchema } from '@/api/contracts'
import type { WindowRing } from '@/lib/stream'

/** Figures are read over this much of the newest past, so that they can be followed by eye. */
const READ_OVER_S = 1

export interface ActivityReading {
  readonly name: string
  readonly title: string
  /** Mean per step. */
  readonly ns: number
}

export interface MessageReading {
  readonly kind: string
  readonly title: string
  readonly per_s: number
  readonly bytes_per_s: number
  readonly per_step: number
}

/** What the operating system counts of a node's processes: context switches, page faults, blocks. */
export interface CountReading {
  readonly name: string
  readonly title: string
  readonly per_s: number
}

/** What a way of a federation's data has carried, lost and mended since its nodes of the RTI were made. */
export interface PathReading {
  /** `channels`, `best_effort`, `reliable`. */
  readonly path: string
  readonly sent_per_s: number
  readonly received_per_s: number
  /** By what is counted: `lost`, `naks`. What the path cannot see is not there. */
  readonly totals: ReadonlyMap<string, number>
}

/** What a federate receives now. */
export interface ReceiverReading {
  readonly federate: number
  readonly received_per_s: number
  /** Of the newest window that has times; ns. */
  readonly p50: number
  readonly p99: number
}

export interface NodeReading {
  readonly windows: number
  /** Typical and slow step, in the unit of the series (ns). */
  readonly step_typical: number
  readonly step_slow: number
  readonly steps_per_s: number
  /** Steps done of the measured part. */
  readonly done: number
  readonly activities: readonly ActivityReading[]
  readonly messages: readonly MessageReading[]
  readonly entities: number
  /** Cores in use by the run's processes. */
  readonly cores_used: number
  readonly rss_bytes: number
  readonly counts: readonly CountReading[]
  readonly paths: readonly PathReading[]
  /** Of all federates that receive; what another node tells is zero or NaN here. */
  readonly receivers: readonly ReceiverReading[]
  readonly records_lost: number
}

/** The columns of a schema that a strip shows: the series' typical value, and its slow end if there is one. */
export interface StripColumns {
  readonly typical: string
  readonly slow: string | null
  readonly title: string
  readonly unit: string
}

export function stripColumns(schema: FrameSchema): StripColumns | null {
  const durations = schema.columns.filter((column) => column.role === 'duration')
  const series = durations.find((column) => column.series === 'step_time')?.series ?? durations[0]?.series
  if (series === undefined) return null
  const own = durations.filter((column) => column.series === series)
  const find = (...ends: string[]): Column | undefined =>
    ends.map((end) => own.find((column) => column.name === `${series}.${end}`)).find((column) => column !== undefined)
  const typical = find('p50', 'mean', 'min') ?? own[0]
  if (typical === undefined) return null
  return { typical: typical.name, slow: find('p99', 'max')?.name ?? null, title: typical.title, unit: typical.unit }
}

export function readNode(ring: WindowRing): NodeReading {
  const from = recentFrom(ring)
  const columns = stripColumns(ring.schema)
  const slow = columns?.slow ?? null
  const steps = sum(ring.column('steps'), from)
  const seconds = sum(ring.column('window_ns'), from) / 1e9
  return {
    windows: ring.length,
    step_typical: columns === null ? Number.NaN : middle(ring.column(columns.typical), from),
    step_slow: slow === null ? Number.NaN : middle(ring.column(slow), from),
    steps_per_s: seconds > 0 ? steps / seconds : Number.NaN,
    done: ring.done,
    activities: ofRole(ring.schema, 'activity').map((column) => ({
      name: column.series,
      title: column.title,
      ns: weightedMean(ring.column(column.name), ring.column('steps'), from),
    })),
    messages: ofRole(ring.schema, 'messages').map((column) => {
      const count = sum(ring.column(column.name), from)
      const bytes = ring.schema.columns.find((other) => other.role === 'bytes' && other.series === column.series)
      return {
        kind: column.series,
        title: column.title,
        per_s: seconds > 0 ? count / seconds : Number.NaN,
        bytes_per_s: bytes === undefined || !(seconds > 0) ? Number.NaN : sum(ring.column(bytes.name), from) / seconds,
        per_step: steps > 0 ? count / steps : Number.NaN,
      }
    }),
    entities: ring.last('entities'),
    cores_used: mean(ring.column('cpu_share'), from),
    rss_bytes: ring.last('rss_bytes'),
    counts: ofRole(ring.schema, 'counter')
      .filter((column) => column.name !== 'steps')
      .map((column) => ({
        name: column.name,
        title: column.title,
        per_s: seconds > 0 ? sum(ring.column(column.name), from) / seconds : Number.NaN,
      })),
    paths: readPaths(ring, from),
    receivers: readReceivers(ring, from),
    records_lost: ring.dropped,
  }
}

/** Columns of paths say how much there has been so far: `path.<path>.<what>`, one series a path. */
function readPaths(ring: WindowRing, from: number): PathReading[] {
  const columns = ofRole(ring.schema, 'path')
  return [...new Set(columns.map((column) => column.series))].map((series) => ({
    path: series.replace(/^path\./, ''),
    sent_per_s: growth(ring, `${series}.sent`, from),
    received_per_s: growth(ring, `${series}.received`, from),
    totals: new Map(
      columns
        .filter((column) => column.series === series)
        .map((column) => [column.name.slice(series.length + 1), ring.last(column.name)]),
    ),
  }))
}

/** Columns of receivers: `receiver.<federate>.received`, `.p50` and `.p99`, one series a receiver. */
function readReceivers(ring: WindowRing, from: number): ReceiverReading[] {
  const newest = (name: string) => ring.column(name).slice(from).findLast(Number.isFinite) ?? Number.NaN
  return [...new Set(ofRole(ring.schema, 'receiver').map((column) => column.series))].map((series) => ({
    federate: Number(series.replace(/^receiver\./, '')),
    received_per_s: growth(ring, `${series}.received`, from),
    p50: newest(`${series}.p50`),
    p99: newest(`${series}.p99`),
  }))
}

/** Receivers over all nodes: one node tells the messages of a receiver, and one, maybe another, its times. */
export function joinReceivers(readings: Iterable<NodeReading>): ReceiverReading[] {
  const found = new Map<number, ReceiverReading>()
  for (const { receivers } of readings) {
    for (const one of receivers) {
      const before = found.get(one.federate)
      const first = (key: 'p50' | 'p99') =>
        before !== undefined && Number.isFinite(before[key]) ? before[key] : one[key]
      const rates = [before?.received_per_s, one.received_per_s].filter((rate) => Number.isFinite(rate))
      found.set(one.federate, {
        federate: one.federate,
        received_per_s: rates.length === 0 ? Number.NaN : rates.reduce<number>((sum, rate) => sum + finite(rate), 0),
        p50: first('p50'),
        p99: first('p99'),
      })
    }
  }
  return [...found.values()].toSorted((a, b) => a.federate - b.federate)
}

/** A second, of what only grows; from the window before the newest ones on. */
function growth(ring: WindowRing, name: string, from: number): number {
  const values = ring.column(name)
  const time = ring.time()
  const first = Math.max(0, from - 1)
  const seconds = (time.at(-1) ?? 0) - (time[first] ?? 0)
  return seconds > 0 ? ((values.at(-1) ?? 0) - (values[first] ?? 0)) / seconds : Number.NaN
}

/** Messages of a kind over all nodes. */
export function addMessages(readings: Iterable<NodeReading>): MessageReading[] {
  const kinds = new Map<string, MessageReading>()
  for (const reading of readings) {
    for (const message of reading.messages) {
      const before = kinds.get(message.kind)
      kinds.set(message.kind, {
        ...message,
        per_s: finite(before?.per_s) + finite(message.per_s),
        bytes_per_s: finite(before?.bytes_per_s) + finite(message.bytes_per_s),
        per_step: finite(before?.per_step) + finite(message.per_step),
      })
    }
  }
  return [...kinds.values()]
}

const AT_REST = /wait|idle/

/** Time of a step in which a node does something. */
export function busyNs(reading: NodeReading): number {
  return reading.activities.filter(({ name }) => !AT_REST.test(name)).reduce((total, { ns }) => total + finite(ns), 0)
}

/** The busiest node over the mean node; NaN with fewer than two nodes or nothing to do. */
export function imbalance(readings: readonly NodeReading[]): number {
  if (readings.length < 2) return Number.NaN
  const busy = readings.map(busyNs)
  const average = busy.reduce((total, value) => total + value, 0) / busy.length
  return average > 0 ? Math.max(...busy) / average : Number.NaN
}

function recentFrom(ring: WindowRing): number {
  const time = ring.time()
  const limit = (time.at(-1) ?? 0) - READ_OVER_S + 1e-6
  let from = time.length
  while (from > 0 && (time[from - 1] ?? 0) > limit) from -= 1
  return Math.min(from, Math.max(0, time.length - 1))
}

function ofRole(schema: FrameSchema, role: Column['role']): Column[] {
  return schema.columns.filter((column) => column.role === role)
}

function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0
}

function sum(values: Float64Array, from: number): number {
  let total = 0
  for (let at = from; at < values.length; at += 1) total += finite(values[at])
  return values.length === 0 ? Number.NaN : total
}

function mean(values: Float64Array, from: number): number {
  return values.length === 0 ? Number.NaN : sum(values, from) / (values.length - from)
}

function middle(values: Float64Array, from: number): number {
  const sorted = values.slice(from).filter(Number.isFinite).sort()
  if (sorted.length === 0) return Number.NaN
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}

function weightedMean(values: Float64Array, weights: Float64Array, from: number): number {
  let total = 0
  let weight = 0
  for (let at = from; at < values.length; at += 1) {
    const own = weights.length === 0 ? 1 : finite(weights[at])
    total += finite(values[at]) * own
    weight += own
  }
  return weight > 0 ? total / weight : Number.NaN
}
