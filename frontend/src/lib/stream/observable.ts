/**
 * State outside React: a value that changes, and who wants to know.
 *
 * `snapshot()` returns the same object until the next flush, as `useSyncExternalStore` demands. Changes are marked at
 * any rate; listeners hear of them at most once a frame, when the shared `FlushQueue` runs.
 */

export type Listener = () => void

/** Something React can follow with `useSyncExternalStore(store.subscribe, store.snapshot)`. */
export interface Observable<T> {
  readonly subscribe: (listener: Listener) => () => void
  readonly snapshot: () => T
}

/** Runs every marked task once in the next frame. One queue serves all stores, so the page has one flush per frame. */
export class FlushQueue {
  readonly #tasks = new Set<() => void>()
  readonly #schedule: (run: () => void) => void
  #scheduled = false

  /** `schedule` calls back once, later: `requestAnimationFrame` in a page, a timer in tests or a hidden tab. */
  constructor(schedule: (run: () => void) => void) {
    this.#schedule = schedule
  }

  mark(task: () => void): void {
    this.#tasks.add(task)
    if (this.#scheduled) return
    this.#scheduled = true
    this.#schedule(() => {
      this.#scheduled = false
      const tasks = [...this.#tasks]
      this.#tasks.clear()
      for (const run of tasks) run()
    })
  }

  forget(task: () => void): void {
    this.#tasks.delete(task)
  }
}

/** A store whose snapshot is made again by `make` at a flush, and only if something was marked since the last. */
export class Store<T> implements Observable<T> {
  readonly #listeners = new Set<Listener>()
  readonly #queue: FlushQueue
  readonly #make: () => T
  #value: T

  constructor(queue: FlushQueue, make: () => T) {
    this.#queue = queue
    this.#make = make
    this.#value = make()
  }

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly snapshot = (): T => this.#value

  /** The next flush makes a new snapshot and tells the listeners. */
  changed(): void {
    this.#queue.mark(this.#flush)
  }

  /** Drops a change that is not flushed yet: for the end of a store's life. */
  close(): void {
    this.#queue.forget(this.#flush)
    this.#listeners.clear()
  }

  readonly #flush = (): void => {
    this.#value = this.#make()
    for (const listener of [...this.#listeners]) listener()
  }
}

/** `requestAnimationFrame` where frames are drawn; a timer where the tab is hidden and frames are not. */
export function pageSchedule(run: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(run)
  else setTimeout(run, 250)
}
