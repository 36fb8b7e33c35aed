import { useId } from 'react'
import styles from './segmented.module.css'

interface SegmentedProps<T extends string> {
  /** What is chosen, for readers of screens; a visible label may be given by `aria-labelledby`. */
  label: string
  options: readonly { readonly value: T; readonly label: string; readonly title?: string | undefined }[]
  value: T
  disabled?: boolean
  onChange: (value: T) => void
}

/** One of a few, all seen at once. Radio buttons underneath: arrows move, Tab leaves. */
export function Segmented<T extends string>({ label, options, value, disabled = false, onChange }: SegmentedProps<T>) {
  const name = useId()
  return (
    <div className={styles['group']} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} title={option.title}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
