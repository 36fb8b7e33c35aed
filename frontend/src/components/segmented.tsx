import { useId } from 'react'
import styles from './segmented.module.css'

interface Option<T extends string> {
  readonly value: T
  readonly label: string
  readonly title?: string | undefined
  readonly disabled?: boolean
  /** Options of a family stand in a row under its name; families are in the order of their first options. */
  readonly family?: string | undefined
}

interface SegmentedProps<T extends string> {
  /** What is chosen, for readers of screens; a visible label may be given by `aria-labelledby`. */
  label: string
  options: readonly Option<T>[]
  value: T
  disabled?: boolean
  onChange: (value: T) => void
}

/** One of a few, all seen at once. Radio buttons underneath: arrows move, Tab leaves. */
export function Segmented<T extends string>({ label, options, value, disabled = false, onChange }: SegmentedProps<T>) {
  const name = useId()
  const radios = (shown: readonly Option<T>[]) =>
    shown.map((option) => (
      <label key={option.value} title={option.title}>
        <input
          type="radio"
          name={name}
          value={option.value}
          checked={option.value === value}
          disabled={disabled || option.disabled === true}
          onChange={() => onChange(option.value)}
        />
        {option.label}
      </label>
    ))
  const families = [...new Set(options.map((option) => option.family))]
  if (families.length < 2) {
    return (
      <div className={styles['group']} role="radiogroup" aria-label={label}>
        {radios(options)}
      </div>
    )
  }
  return (
    <div className={styles['families']} role="radiogroup" aria-label={label}>
      {families.map((family) => (
        <div key={family ?? ''} className={styles['family']} role="group" aria-label={family}>
          <span aria-hidden="true">{family}</span>
          <div className={styles['group']}>{radios(options.filter((option) => option.family === family))}</div>
        </div>
      ))}
    </div>
  )
}
