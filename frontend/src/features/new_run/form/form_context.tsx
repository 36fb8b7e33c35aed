import { createContext, use, useMemo, type ReactNode } from 'react'
import type { AxisDraft } from '../sweep/axis_draft'
import { getAt, pathText, sameJson, type Json, type Path } from '@/lib/document/json'
import type { DocumentError } from '@/lib/document/validate'
import type { MissingOf } from './missing'

interface FormState {
  readonly document: Json
  readonly origin: Json
  readonly errors: readonly DocumentError[]
  /** Values that no node online can carry out, with what to do about it. */
  readonly missing: MissingOf
  readonly set: (path: Path, value: Json | undefined) => void
  /** Parameters that vary: the run is then a sweep. */
  readonly axes: readonly AxisDraft[]
  /** Null: the parameter is one value again. */
  readonly setAxis: (path: string, axis: AxisDraft | null) => void
}

const FormContext = createContext<FormState | null>(null)

export function FormProvider({ children, ...state }: FormState & { children: ReactNode }) {
  const { document, origin, errors, missing, set, axes, setAxis } = state
  const value = useMemo(
    () => ({ document, origin, errors, missing, set, axes, setAxis }),
    [document, origin, errors, missing, set, axes, setAxis],
  )
  return <FormContext value={value}>{children}</FormContext>
}

export function useForm(): FormState {
  const form = use(FormContext)
  if (form === null) throw new Error('a field needs a FormProvider above it')
  return form
}

/** Where an error at `field` belongs: at this path, or anywhere below it. */
export function isAtOrBelow(field: string, path: string): boolean {
  return path === '' || field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`)
}

/** The element that an error's link leads to. */
export function fieldId(path: Path | string): string {
  return `field-${typeof path === 'string' ? path : pathText(path)}`
}

export interface FieldState {
  readonly id: string
  readonly value: Json | undefined
  /** What it had in the preset or run that this one starts from. */
  readonly before: Json | undefined
  readonly changed: boolean
  readonly errors: readonly DocumentError[]
  readonly set: (value: Json | undefined) => void
  /** Attributes of the input: name, help and errors for readers of screens. */
  readonly aria: {
    readonly id: string
    readonly 'aria-invalid': boolean
    readonly 'aria-describedby': string
  }
}

/** A field's value and errors. With `deep`, errors of its parts are its own. */
export function useField(path: Path, deep = true): FieldState {
  const { document, origin, errors, set } = useForm()
  const text = pathText(path)
  const id = fieldId(text)
  const value = getAt(document, path)
  const before = getAt(origin, path)
  const own = errors.filter((error) => (deep ? isAtOrBelow(error.field, text) : error.field === text))
  return {
    id,
    value,
    before,
    changed: !sameJson(value, before),
    errors: own,
    set: (next) => set(path, next),
    aria: { id, 'aria-invalid': own.length > 0, 'aria-describedby': `${id}-help ${id}-errors` },
  }
}
