/** A parameter that varies, as it is typed; what it means, and what is wrong with it before anything is sent. Pure. */
import type { Axis, Combine } from '@/api/contracts'
import type { Node } from '@/lib/document/model'
import type { DocumentError } from '@/lib/document/validate'
import { formatCount, formatParameter } from '@/lib/format/number'

export interface AxisDraft {
  /** In the spec: `workload.managers`. */
  readonly path: string
  readonly kind: 'range' | 'list'
  readonly min: string
  readonly max: string
  readonly step: string
  /** Of a list: values separated by commas; of a choice, those that are chosen. */
  readonly values: string
}

export interface SweepDraft {
  readonly axes: readonly AxisDraft[]
  readonly combine: Combine
  readonly interleaved: boolean
}

export const NO_SWEEP: SweepDraft = { axes: [], combine: 'grid', interleaved: true }

export const MOST_AXES = 4
const MOST_VALUES = 1_000

/** Kinds of fields that can vary. */
export function canVary(node: Node): boolean {
  return node.kind === 'integer' || node.kind === 'number' || node.kind === 'choice' || node.kind === 'boolean'
}

/** Begins at what the field has now; of choices without those that are missing. */
export function firstAxis(
  path: string,
  node: Node,
  value: unknown,
  missing: ReadonlyMap<string, string> = new Map(),
): AxisDraft {
  const empty = { path, min: '', max: '', step: '', values: '' }
  if (node.kind === 'choice') {
    return { ...empty, kind: 'list', values: node.values.filter((one) => !missing.has(one)).join(', ') }
  }
  if (node.kind === 'boolean') return { ...empty, kind: 'list', values: 'false, true' }
  const now = typeof value === 'number' ? value : 0
  const most = node.kind === 'integer' || node.kind === 'number' ? node.maximum : null
  const end = Math.min(most ?? Infinity, now === 0 ? 4 : now * 4)
  return { ...empty, kind: 'range', min: String(now), max: String(end), step: String(now === 0 ? 1 : now) }
}

export function listed(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function number(text: string): number {
  const plain = text.replaceAll(/[\s\u202f\u00a0]/g, '').replace('−', '-')
  return plain === '' ? Number.NaN : Number(plain)
}

/** As the interface takes it. */
export function toAxis(draft: AxisDraft): Axis {
  const { path } = draft
  if (draft.kind === 'list') return { kind: 'list', path, values: listed(draft.values) }
  return { kind: 'range', path, min: number(draft.min), max: number(draft.max), step: stepOf(draft) }
}

/** An empty step multiplies by ten, as 0 does. */
function stepOf({ step }: AxisDraft): number {
  return step.trim() === '' ? 0 : number(step)
}

/** The values that it has, for counting and for people; empty while it is wrong. */
export function valuesOf(draft: AxisDraft): readonly string[] {
  if (draft.kind === 'list') return listed(draft.values)
  const [min, max, step] = [number(draft.min), number(draft.max), stepOf(draft)]
  if (!Number.isFinite(min) || !Number.isFinite(max) || !(step >= 0) || max < min) return []
  if (step > 0) {
    const count = Math.floor(((max - min) / step) * (1 + 1e-12) + 1e-9) + 1
    if (count > MOST_VALUES) return []
    return Array.from({ length: count }, (_, index) => formatParameter(min + index * step))
  }
  if (min === max) return [formatParameter(min)]
  if (min <= 0) return []
  const found: string[] = []
  for (let value = min; value <= max * (1 + 1e-12); value *= 10) found.push(formatParameter(value))
  return found
}

/** At most one for each axis, at the axis' parameter. */
export function problemsOf(sweep: SweepDraft): DocumentError[] {
  const errors = sweep.axes.flatMap((axis): DocumentError[] => {
    const problem = problemOf(axis)
    return problem === null ? [] : [{ field: axis.path, value: '', ...problem }]
  })
  const counts = sweep.axes.map((axis) => valuesOf(axis).length)
  const last = sweep.axes.at(-1)
  if (errors.length === 0 && last !== undefined && sweep.combine === 'together' && new Set(counts).size > 1) {
    errors.push({
      field: last.path,
      value: '',
      message: `Axes in step have ${counts.join(', ')} values.`,
      remedy: 'Give all as many values, or combine them as a grid.',
    })
  }
  return errors
}

function problemOf(axis: AxisDraft): { message: string; remedy: string } | null {
  if (axis.kind === 'list') {
    const values = listed(axis.values)
    const twice = values.find((value, index) => values.indexOf(value) !== index)
    if (values.length === 0) return { message: 'No value is given.', remedy: 'Give some, separated by commas.' }
    return twice === undefined ? null : { message: `${twice} stands twice.`, remedy: 'Give each value once.' }
  }
  const [min, max, step] = [number(axis.min), number(axis.max), stepOf(axis)]
  for (const [name, typed, value] of [
    ['From', axis.min, min],
    ['To', axis.max, max],
    ['Step', axis.step, step],
  ] as const) {
    if (Number.isFinite(value)) continue
    return typed.trim() === ''
      ? { message: `${name} is missing.`, remedy: 'Give a number.' }
      : { message: `${name}: ${typed} is not a number.`, remedy: 'Give a number.' }
  }
  if (max < min) return { message: `${axis.max} is below ${axis.min}.`, remedy: 'Swap them.' }
  if (step < 0)
    return { message: `The step ${axis.step} is below 0.`, remedy: 'Give a step above 0, or 0 for times ten.' }
  if (step === 0 && min <= 0 && max > min)
    return {
      message: 'Step 0 multiplies by ten, which needs a start above zero.',
      remedy: 'Give a start above zero, or a step.',
    }
  if (step > 0 && (max - min) / step + 1 > MOST_VALUES)
    return {
      message: `That makes ${formatCount(Math.floor((max - min) / step) + 1)} values.`,
      remedy: `Give a larger step; an axis has at most ${formatCount(MOST_VALUES)} values.`,
    }
  return null
}

/** An error of the server about the sweep, at the parameter that it is about. */
export function atParameter(error: DocumentError, axes: readonly AxisDraft[]): DocumentError {
  const at = /^axes\[(\d+)\]/.exec(error.field)?.[1]
  if (at !== undefined) return { ...error, field: axes[Number(at)]?.path ?? '' }
  if (error.field === 'axes') return { ...error, field: axes.at(-1)?.path ?? '' }
  return { ...error, field: error.field.replace(/^base\.(spec\.)?/, '') }
}
