/**
 * Things that are done a moment later, so that they can be taken back: a deletion with its undo. They outlive the page that
 * asked for them; a tab that is closed does them at once.
 */
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'

/** How long a deletion can be taken back. */
export const UNDO_MS = 7_000

interface DeferredStore {
  /** The ids of what waits and of what was done: a late message from before cannot bring either back into sight. */
  readonly pending: () => ReadonlySet<string>
  readonly subscribe: (listener: () => void) => () => void
  /** Runs after `ms` unless the result, which takes it back, was called before. If it fails, its ids are in sight again. */
  readonly defer: (ids: readonly string[], ms: number, run: () => Promise<void>) => () => void
  readonly flush: () => void
}

export function createDeferredStore(): DeferredStore {
  const waiting = new Map<object, { ids: readonly string[]; go: () => void }>()
  const done = new Set<string>()
  const listeners = new Set<() => void>()
  let pending: ReadonlySet<string> = new Set()
  const changed = () => {
    pending = new Set([...done, ...[...waiting.values()].flatMap(({ ids }) => ids)])
    for (const listener of listeners) listener()
  }
  return {
    pending: () => pending,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    defer(ids, ms, run) {
      const token = {}
      let started = false
      const go = () => {
        if (started || !waiting.has(token)) return
        started = true
        clearTimeout(timer)
        const end = () => {
          waiting.delete(token)
          changed()
        }
        run().then(() => {
          for (const id of ids) done.add(id)
          end()
        }, end)
      }
      const timer = setTimeout(go, ms)
      waiting.set(token, { ids, go })
      changed()
      return () => {
        if (started) return
        clearTimeout(timer)
        waiting.delete(token)
        changed()
      }
    },
    flush() {
      for (const { go } of [...waiting.values()]) go()
    },
  }
}

const Context = createContext<DeferredStore | null>(null)

export function DeferredProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createDeferredStore)
  useEffect(() => {
    addEventListener('pagehide', store.flush)
    return () => removeEventListener('pagehide', store.flush)
  }, [store])
  return <Context value={store}>{children}</Context>
}

export function useDeferred(): { pending: ReadonlySet<string>; defer: DeferredStore['defer'] } {
  const store = use(Context)
  if (store === null) throw new Error('useDeferred needs a DeferredProvider above it')
  return { pending: useSyncExternalStore(store.subscribe, store.pending), defer: store.defer }
}
