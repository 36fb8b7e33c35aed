import type { ReactNode } from 'react'
import { classNames } from '@/lib/class_names'
import { isList, isObject, type Json } from '@/lib/document/json'
import { unitLabel } from '@/lib/format/unit'
import { termLabel } from '@/lib/terms'
import type { FieldState } from './form_context'
import styles from './form.module.css'
import { HelpText } from './help_text'

/** A value as the mark of a change shows it. `free`: a person may write any text there, and it is shown as written. */
export function valueText(value: Json | undefined, free: boolean): string {
  if (value === undefined || value === null || value === '') return 'empty'
  if (isList(value)) return value.length === 0 ? 'none' : value.map((part) => valueText(part, free)).join(', ')
  if (isObject(value)) return typeof value['kind'] === 'string' ? termLabel(value['kind']) : 'other'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'string' ? shortened(free ? value : termLabel(value)) : String(value)
}

const SHOWN_LENGTH = 40

/** A model's text is no mark. */
function shortened(text: string): string {
  const line = text.split('\n', 1)[0] ?? ''
  return line === text && text.length <= SHOWN_LENGTH ? text : `${line.slice(0, SHOWN_LENGTH).trimEnd()}…`
}

interface FieldFrameProps {
  field: FieldState
  title: string
  help: string
  unit?: string | undefined
  /** What may be given, short. */
  range?: string | undefined
  /** The title names a group of controls instead of one. */
  group?: boolean
  wide?: boolean
  /** As wide as the form. */
  whole?: boolean
  /** A person may write any text there. */
  free?: boolean
  /** Makes a sweep of the run over this field, or takes that back; missing where a field cannot vary. */
  vary?: { readonly on: boolean; readonly toggle: () => void } | undefined
  children: ReactNode
}

/** What is around every control: name, unit, range, help, the mark of a change, and what is wrong with its remedy. */
export function FieldFrame({
  field,
  title,
  help,
  unit = '',
  range,
  group = false,
  wide = false,
  whole = false,
  free = false,
  vary,
  children,
}: FieldFrameProps) {
  const bad = field.errors.length > 0
  const name = (
    <>
      {title}
      {unit === '' ? null : <span className={styles['unit']}>{unitLabel(unit)}</span>}
    </>
  )
  return (
    <div
      className={classNames(styles['field'], wide && styles['wide'], whole && styles['whole'], bad && styles['bad'])}
    >
      <div className={styles['head']}>
        {group ? (
          <span className={styles['name']} id={`${field.id}-name`}>
            {name}
          </span>
        ) : (
          <label className={styles['name']} htmlFor={field.id}>
            {name}
          </label>
        )}
        {vary?.on === true ? null : field.changed && field.before !== undefined ? (
          <button
            type="button"
            className={styles['changed']}
            title="Changed. Click to take the change back."
            onClick={() => field.set(field.before)}
          >
            <span className="unseen">{title} changed; </span>was {valueText(field.before, free)}
          </button>
        ) : range === undefined ? null : (
          <span className={styles['range']}>{range}</span>
        )}
        {vary === undefined ? null : (
          <button
            type="button"
            className={styles['vary']}
            aria-label={`${title}: ${vary.on ? 'one value' : 'vary'}`}
            aria-pressed={vary.on}
            title={vary.on ? 'Back to one value' : 'Give it several values: one run for each'}
            onClick={vary.toggle}
          >
            {vary.on ? 'one value' : 'vary'}
          </button>
        )}
      </div>
      {children}
      <div id={`${field.id}-errors`} className={styles['errors']}>
        {field.errors.map((error, index) => (
          <p key={index}>
            {error.message} <span>{error.remedy}</span>
          </p>
        ))}
      </div>
      <p id={`${field.id}-help`} className={styles['help']} hidden={help === ''}>
        <HelpText text={help} />
      </p>
    </div>
  )
}
