import type { ReactNode } from 'react'
import { errorText } from '@/lib/error_text'
import styles from './access.module.css'

export function Field({ label, help, children }: { label: string; help?: string; children: ReactNode }) {
  return (
    <label className={styles['field']}>
      {label}
      {children}
      {help === undefined ? null : <span className={styles['help']}>{help}</span>}
    </label>
  )
}

export function ScopeSelect<Scope extends string>({
  value,
  scopes,
  onChange,
}: {
  value: Scope
  scopes: readonly Scope[]
  onChange: (scope: Scope) => void
}) {
  return (
    <select
      value={value}
      onChange={(event) => {
        const chosen = scopes.find((scope) => scope === event.target.value)
        if (chosen !== undefined) onChange(chosen)
      }}
    >
      {scopes.map((scope) => (
        <option key={scope} value={scope}>
          {scope}
        </option>
      ))}
    </select>
  )
}

export function FormError({ error }: { error: Error | null }) {
  if (error === null) return null
  const { message, remedy } = errorText(error)
  return (
    <p role="alert" className={styles['error']}>
      {message} {remedy}
    </p>
  )
}
