/** The document being edited. It is kept in the address, and in this tab's session storage for the way back to its start. */
import { useCallback, useState } from 'react'
import { getAt, setAt, type Json, type Path } from '@/lib/document/json'
import { documentFrom, sweepFrom, type DraftAddress } from './draft_address'
import type { Origin } from './origin'
import { NO_SWEEP, type AxisDraft, type SweepDraft } from './sweep/axis_draft'

const PREFIX = 'orrery.new_run.'

export interface Draft {
  /** May be wrong: what was typed, even where a number belongs. */
  readonly document: Json
  readonly set: (path: Path, value: Json | undefined) => void
  readonly replace: (document: Json) => void
  /** What of it varies. */
  readonly sweep: SweepDraft
  readonly setSweep: (sweep: SweepDraft) => void
  /** Null: the parameter is one value again. */
  readonly setAxis: (path: string, axis: AxisDraft | null) => void
  /** Back to what it started from. */
  readonly reset: () => void
}

function load(key: string): unknown {
  try {
    const text = sessionStorage.getItem(PREFIX + key)
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    // Storage is forbidden, or holds something else: begin again.
    return undefined
  }
}

function save(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + key)
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // Storage is forbidden or full: the draft lasts as long as the page.
  }
}

/** What was changed of this start is gone: choosing it again begins again. */
export function forgetDraft(key: string): void {
  save(key, undefined)
  save(sweepKey(key), undefined)
}

function sweepKey(key: string): string {
  return `sweep ${key}`
}

/** The name follows the settings until a person edits it. */
function renamed(now: Json, next: Json, path: Path, nameOf: (document: Json) => string): Json {
  if (path[0] === 'name' || getAt(now, ['name']) !== nameOf(now)) return next
  return setAt(next, ['name'], nameOf(next))
}

/**
 * Mount again (`key`) for another origin. `address`: the draft in a link that was followed; it replaces what this tab kept.
 * `nameOf`: makes the name from the settings until a person edits it. Null: the name stays.
 */
export function useDraft(
  origin: Origin,
  address: DraftAddress,
  nameOf: ((document: Json) => string) | null = null,
): Draft {
  const { key, spec } = origin
  const [document, setDocument] = useState<Json>(
    () => documentFrom(spec, address) ?? (load(key) as Json | undefined) ?? spec,
  )
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
        const changed = setAt(now, path, value)
        const next = nameOf === null ? changed : renamed(now, changed, path, nameOf)
        save(key, next)
        return next
      }),
    [key, nameOf],
  )
  const [sweep, keepSweep] = useState<SweepDraft>(
    () => sweepFrom(address) ?? (load(sweepKey(key)) as SweepDraft | undefined) ?? NO_SWEEP,
  )
  const setSweep = useCallback(
    (next: SweepDraft) => {
      save(sweepKey(key), next)
      keepSweep(next)
    },
    [key],
  )
  const setAxis = useCallback(
    (path: string, axis: AxisDraft | null) => {
      const known = sweep.axes.some((one) => one.path === path)
      const axes =
        axis === null
          ? sweep.axes.filter((one) => one.path !== path)
          : known
            ? sweep.axes.map((one) => (one.path === path ? axis : one))
            : [...sweep.axes, axis]
      setSweep({ ...sweep, axes })
    },
    [sweep, setSweep],
  )
  const reset = useCallback(() => {
    save(key, undefined)
    setDocument(spec)
    setSweep(NO_SWEEP)
  }, [key, spec, setSweep])
  return { document, set, replace, sweep, setSweep, setAxis, reset }
}
