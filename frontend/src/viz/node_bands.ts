/**
 * Many nodes in one picture: over a common time axis, the quantiles of a value over all nodes. Windows of different nodes
 * do not end at the same instant, so they meet in slots of the windows' length. Only slots that can still change are
 * worked out again, whatever the number of nodes. Memory is fixed.
 */
import { quantileSorted } from './quantile'

export interface BandSource {
  /** Seconds, ascending. */
  readonly time: Float64Array
  readonly value: Float64Array
}

export const BAND_QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95] as const

/** Slots at the end that late windows may still change. */
const OPEN_SLOTS = 12

export class NodeBands {
  readonly #slot_s: number
  readonly #capacity: number
  readonly #bands: Float64Array[]
  readonly #scratch: Float64Array
  /** Slot number of index 0; -1 while empty. */
  #first = -1
  #length = 0
  #settled = -1

  constructor(slot_s: number, capacity: number, nodes_max: number) {
    this.#slot_s = slot_s
    this.#capacity = capacity
    this.#bands = BAND_QUANTILES.map(() => new Float64Array(capacity).fill(Number.NaN))
    this.#scratch = new Float64Array(nodes_max)
  }

  clear(): void {
    this.#first = -1
    this.#length = 0
    this.#settled = -1
  }

  update(sources: readonly BandSource[]): void {
    const newest = Math.max(-1, ...sources.map((source) => this.#slotOf(source.time.at(-1))))
    if (newest < 0) return
    const oldest = Math.min(...sources.map((source) => this.#slotOf(source.time[0])).filter((slot) => slot >= 0))
    this.#slideTo(newest, oldest)
    const from = Math.max(this.#first, this.#settled - OPEN_SLOTS + 1)
    const cursors = sources.map((source) => lowerBound(source.time, from * this.#slot_s))
    for (let slot = from; slot <= newest; slot += 1) this.#fill(slot, sources, cursors)
    this.#settled = newest
  }

  /** Seconds at the end of each slot, and the quantiles in the order of BAND_QUANTILES. */
  data(): { time: Float64Array; bands: readonly Float64Array[] } {
    const time = Float64Array.from({ length: this.#length }, (_, index) => (this.#first + index + 1) * this.#slot_s)
    return { time, bands: this.#bands.map((band) => band.subarray(0, this.#length)) }
  }

  #slotOf(time: number | undefined): number {
    return time === undefined ? -1 : Math.max(0, Math.ceil(time / this.#slot_s - 1e-6) - 1)
  }

  #slideTo(newest: number, oldest: number): void {
    if (this.#first < 0) {
      this.#first = Math.max(oldest, newest - this.#capacity + 1)
      this.#settled = this.#first - 1
    }
    const shift = newest - this.#first + 1 - this.#capacity
    if (shift > 0) {
      for (const band of this.#bands) {
        if (shift < this.#capacity) band.copyWithin(0, shift)
        band.fill(Number.NaN, Math.max(0, this.#capacity - shift))
      }
      this.#first += shift
    }
    this.#length = newest - this.#first + 1
  }

  #fill(slot: number, sources: readonly BandSource[], cursors: number[]): void {
    const end = (slot + 1) * this.#slot_s + 1e-6 * this.#slot_s
    let count = 0
    for (const [index, { time, value }] of sources.entries()) {
      let cursor = cursors[index] ?? 0
      let newest = Number.NaN
      while (cursor < time.length && (time[cursor] ?? Infinity) <= end) {
        newest = value[cursor] ?? Number.NaN
        cursor += 1
      }
      cursors[index] = cursor
      if (!Number.isNaN(newest) && count < this.#scratch.length) {
        this.#scratch[count] = newest
        count += 1
      }
    }
    const sorted = this.#scratch.subarray(0, count).sort()
    for (const [at, q] of BAND_QUANTILES.entries()) {
      const band = this.#bands[at]
      if (band !== undefined) band[slot - this.#first] = quantileSorted(sorted, count, q)
    }
  }
}

/** First index whose time is greater than `at`. */
function lowerBound(time: Float64Array, at: number): number {
  let low = 0
  let high = time.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((time[middle] ?? 0) <= at + 1e-9) low = middle + 1
    else high = middle
  }
  return low
}
