/**
 * Entities on their way between two moments, on a square whose edges are joined: what is drawn glides from where it is to
 * where the newest moment says, the shorter way. Pure: time is passed in, in milliseconds.
 */
export interface Moment {
  readonly ids: ArrayLike<number>
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
}

const GLIDE_MIN_MS = 60
const GLIDE_MAX_MS = 1_000

/** How far it is from one share of the side to another, over the edge where that is shorter. */
export function shorterWay(from: number, to: number): number {
  const way = to - from
  return way > 0.5 ? way - 1 : way < -0.5 ? way + 1 : way
}

function wrapped(share: number): number {
  return share - Math.floor(share)
}

/** The entities of one node. */
export class Flight {
  count = 0
  ids = new Float64Array(0)
  /** Where each is drawn, after `at`. */
  x = new Float32Array(0)
  y = new Float32Array(0)
  #from_x = new Float32Array(0)
  #from_y = new Float32Array(0)
  #way_x = new Float32Array(0)
  #way_y = new Float32Array(0)
  #began = Number.NEGATIVE_INFINITY
  #glide = 0
  #done = true

  /** A newer moment has come. Other entities than before are where they are at once. */
  set(moment: Moment, now: number): void {
    const same = moment.ids.length === this.count && everyEqual(moment.ids, this.ids)
    if (!same) this.#resize(moment)
    const since = now - this.#began
    this.#glide = same ? Math.min(GLIDE_MAX_MS, Math.max(GLIDE_MIN_MS, since)) : 0
    this.#began = now
    this.#done = false
    for (let i = 0; i < this.count; i += 1) {
      const from_x = same ? (this.x[i] ?? 0) : (moment.x[i] ?? 0)
      const from_y = same ? (this.y[i] ?? 0) : (moment.y[i] ?? 0)
      this.#from_x[i] = from_x
      this.#from_y[i] = from_y
      this.#way_x[i] = shorterWay(from_x, moment.x[i] ?? 0)
      this.#way_y[i] = shorterWay(from_y, moment.y[i] ?? 0)
    }
  }

  /** Moves everything to where it is at `now`; false if it had arrived before. */
  at(now: number): boolean {
    if (this.#done) return false
    const share = this.#glide === 0 ? 1 : Math.min(1, (now - this.#began) / this.#glide)
    for (let i = 0; i < this.count; i += 1) {
      this.x[i] = wrapped((this.#from_x[i] ?? 0) + share * (this.#way_x[i] ?? 0))
      this.y[i] = wrapped((this.#from_y[i] ?? 0) + share * (this.#way_y[i] ?? 0))
    }
    this.#done = share === 1
    return true
  }

  #resize(moment: Moment): void {
    this.count = moment.ids.length
    this.ids = Float64Array.from(moment.ids)
    this.x = new Float32Array(this.count)
    this.y = new Float32Array(this.count)
    this.#from_x = new Float32Array(this.count)
    this.#from_y = new Float32Array(this.count)
    this.#way_x = new Float32Array(this.count)
    this.#way_y = new Float32Array(this.count)
  }
}

function everyEqual(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false
  return true
}
