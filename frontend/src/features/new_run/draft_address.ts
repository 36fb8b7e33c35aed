/**
 * A draft in the address: what was changed of its start, and what varies, so that a copied link and the way back keep
 * it. Pure.
 */
import { isList, isObject, parsePath, pathText, sameJson, setAt, type Json, type Path } from '@/lib/document/json'
import { NO_SWEEP, type AxisDraft, type SweepDraft } from './sweep/axis_draft'

/** Longer drafts (the text of an own model) stay in this tab alone: servers and programs cut long addresses. */
const LONGEST = 4_000

export interface DraftAddress {
  /** Settings, as JSON: `[["workload.steps", 77], ["note"]]`; without a value, the field was left out. */
  readonly changes?: string
  /** What varies, as JSON. */
  readonly sweep?: string
}

/** Empty where nothing was changed, and where it is too long for an address. */
export function draftAddress(start: Json, document: Json, sweep: SweepDraft): DraftAddress {
  const changed = changesOf(start, document, [])
  const found: DraftAddress = {
    ...(changed.length === 0 ? {} : { changes: JSON.stringify(changed) }),
    ...(sweep.axes.length === 0 ? {} : { sweep: JSON.stringify(sweep) }),
  }
  return (found.changes ?? '').length + (found.sweep ?? '').length > LONGEST ? {} : found
}

type Change = readonly [string] | readonly [string, Json]

function changesOf(start: Json | undefined, wanted: Json | undefined, path: Path): Change[] {
  if (sameJson(start, wanted)) return []
  if (wanted === undefined) return [[pathText(path)]]
  // Another kind has other fields: it is written whole.
  if (isObject(start) && isObject(wanted) && start['kind'] === wanted['kind']) {
    const keys = [...new Set([...Object.keys(start), ...Object.keys(wanted)])]
    return keys.flatMap((key) => changesOf(start[key], wanted[key], [...path, key]))
  }
  return [[pathText(path), wanted]]
}

/** The document that an address stands for; null without one that can be read. */
export function documentFrom(start: Json, address: DraftAddress): Json | null {
  const changes = parsed(address.changes)
  if (!isList(changes)) return null
  let document = start
  for (const change of changes) {
    if (!isList(change) || typeof change[0] !== 'string') return null
    document = setAt(document, parsePath(change[0]), change[1])
  }
  return document
}

/** Null without one that can be read. */
export function sweepFrom(address: DraftAddress): SweepDraft | null {
  const sweep = parsed(address.sweep)
  if (!isObject(sweep) || !isList(sweep['axes'])) return null
  const axes = sweep['axes'].flatMap((axis) => axisFrom(axis) ?? [])
  return {
    ...NO_SWEEP,
    axes,
    combine: sweep['combine'] === 'together' ? 'together' : 'grid',
    interleaved: sweep['interleaved'] !== false,
  }
}

function axisFrom(axis: Json): AxisDraft | null {
  if (!isObject(axis)) return null
  const { kind, path, min, max, step, values } = axis
  const texts = [path, min, max, step, values]
  if ((kind !== 'range' && kind !== 'list') || !texts.every((text) => typeof text === 'string')) return null
  return { kind, path, min, max, step, values } as AxisDraft
}

function parsed(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Json)
  } catch {
    // A link that was cut: begin without it.
    return undefined
  }
}
