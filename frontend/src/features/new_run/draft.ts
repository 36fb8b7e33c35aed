/** The document being edited. It is kept in this tab's session storage, so that a reload loses nothing. */
import { useCallback, useState } from 'react'
import { setAt, type Json, type Path } from '@/lib/document/json'
import type { Origin } from './origin'

const PREFIX = 'orrery.new_run.'

export interface Draft {
  /** May be wrong: what was typed, even where a number belongs. */
  readonly document: Json
  readonly set: (path: Path, value: Json | undefined) => void
  readonly replace: (document: Json) => void
  /** Back to what it started from. */
  readonly reset: () => void
}

function load(key: string): Json | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + key)
    return text === null ? undefined : (JSON.parse(text) as Json)
  } catch {
    // Storage is forbidden, or holds something else: begin anew.
    return undefined
  }
}

function save(key: string, document: Json | undefined): void {
  try {
    if (document === undefined) sessionStorage.removeItem(PREFIX + key)
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(document))
  } catch {
    // Storage is forbidden or full: the draft lasts as long as the page.
  }
}

/** What was changed of this start is gone: choosing it anew begins anew. */
export function forgetDraft(key: string): void {
  save(key, undefined)
}

/** Mount anew (`key`) for another origin. */
export function useDraft(origin: Origin): Draft {
  const { key, spec } = origin
  const [document, setDocument] = useState<Json>(() => load(key) ?? spec)
  const replace = useCallback(
    (next: Json) => {
      save(key, next)
      setDocument(next)
    },
    [key],
  )
  const set = useCallback(
    (path: Path, value: Json | undefined) =>
      setDocument((now) => {
        const next = setAt(now, path, value)
        save(key, next)
        return next
      }),
    [key],
  )
  const reset = useCallback(() => {
    save(key, undefined)
    setDocument(spec)
  }, [key, spec])
  return { document, set, replace, reset }
}
