/**
 * Keyboard shortcuts. A page registers its own while it is shown; the list under `?` is what is registered now.
 * A key is `f`, `?`, `Mod+k` (Ctrl, or Command on a Mac), or two in turn: `g r`. Nothing fires while a person types.
 */
import { createContext, use, useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'

export interface Shortcut {
  readonly keys: string
  readonly label: string
  /** Heading under which it is listed. */
  readonly group: string
  readonly run: () => void
}

interface Registry {
  readonly add: (shortcuts: readonly Shortcut[]) => () => void
  readonly list: () => readonly Shortcut[]
  readonly subscribe: (listener: () => void) => () => void
}

const SEQUENCE_MS = 1_200

function createRegistry(): Registry {
  const groups = new Set<readonly Shortcut[]>()
  const listeners = new Set<() => void>()
  let all: readonly Shortcut[] = []
  const changed = () => {
    all = [...groups].flat()
    for (const listener of listeners) listener()
  }
  return {
    add(shortcuts) {
      groups.add(shortcuts)
      changed()
      return () => {
        groups.delete(shortcuts)
        changed()
      }
    },
    list: () => all,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'range'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
}

/** The key as shortcuts write it; null for what no shortcut uses. */
export function keyOf(event: KeyboardEvent): string | null {
  if (event.altKey || event.key === 'Shift' || event.key === 'Control' || event.key === 'Meta') return null
  const modified = event.ctrlKey || event.metaKey
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  return modified ? `Mod+${key}` : key
}

const Context = createContext<Registry | null>(null)

export function ShortcutProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createRegistry)
  useEffect(() => {
    let first: { key: string; at: number } | null = null
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const key = keyOf(event)
      if (key === null) return
      const modified = key.startsWith('Mod+')
      // A dialog has the keyboard for itself, and so has a field.
      if (!modified && (isTyping(event.target) || document.querySelector('dialog[open]') !== null)) return
      const now = performance.now()
      const keys = first !== null && now - first.at < SEQUENCE_MS ? `${first.key} ${key}` : key
      const all = registry.list()
      // The newest registration wins: a page may take a key from the shell.
      const found =
        all.findLast((shortcut) => shortcut.keys === keys) ?? all.findLast((shortcut) => shortcut.keys === key)
      first = null
      if (found !== undefined) {
        event.preventDefault()
        found.run()
      } else if (all.some((shortcut) => shortcut.keys.startsWith(`${key} `))) {
        first = { key, at: now }
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [registry])
  return <Context value={registry}>{children}</Context>
}

function useRegistry(): Registry {
  const registry = use(Context)
  if (registry === null) throw new Error('shortcuts need a ShortcutProvider above them')
  return registry
}

/** Registers shortcuts while the component is mounted. What they do may change with each render; their keys may not. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = useRegistry()
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  const signature = shortcuts.map(({ keys, label, group }) => [keys, label, group].join('\u0000')).join('\u0001')
  const stable = useMemo<readonly Shortcut[]>(
    () =>
      signature === ''
        ? []
        : signature.split('\u0001').map((entry, index) => {
            const [keys = '', label = '', group = ''] = entry.split('\u0000')
            return { keys, label, group, run: () => latest.current[index]?.run() }
          }),
    [signature],
  )
  useEffect(() => registry.add(stable), [registry, stable])
}

/** What is registered now. */
export function useShortcutList(): readonly Shortcut[] {
  const registry = useRegistry()
  return useSyncExternalStore(registry.subscribe, registry.list)
}
