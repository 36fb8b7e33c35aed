import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDeferredStore } from './deferred'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('deferred deeds', () => {
  it('are done later, and stay out of sight', async () => {
    const store = createDeferredStore()
    let finish: () => void = () => undefined
    const run = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    store.defer(['a', 'b'], 5_000, run)
    expect([...store.pending()]).toEqual(['a', 'b'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(run).toHaveBeenCalledOnce()
    expect(store.pending().size).toBe(2)
    finish()
    await vi.advanceTimersByTimeAsync(0)
    expect([...store.pending()]).toEqual(['a', 'b'])
  })

  it('are in sight again if they fail', async () => {
    const store = createDeferredStore()
    store.defer(['a'], 5_000, () => Promise.reject(new Error('refused')))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(store.pending().size).toBe(0)
  })

  it('can be taken back', async () => {
    const store = createDeferredStore()
    const run = vi.fn(() => Promise.resolve())
    const undo = store.defer(['a'], 5_000, run)
    undo()
    expect(store.pending().size).toBe(0)
    await vi.advanceTimersByTimeAsync(10_000)
    store.flush()
    expect(run).not.toHaveBeenCalled()
  })

  it('are done at once, and once, when the tab goes', async () => {
    const store = createDeferredStore()
    const run = vi.fn(() => Promise.resolve())
    store.defer(['a'], 5_000, run)
    store.flush()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(run).toHaveBeenCalledOnce()
  })
})
