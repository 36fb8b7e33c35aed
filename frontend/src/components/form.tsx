import type { ReactNode } from 'react'
import { Button } from './button'
import { ErrorSentences } from './error_sentences'
import styles from './form.module.css'

interface DialogFormProps {
  /** On the button: verb and object. */
  submit: string
  busy: boolean
  error: Error | null
  onSubmit: () => void
  onCancel: () => void
  children: ReactNode
}

/** The form of a dialog: fields, the console's refusal, and its two buttons. */
export function DialogForm({ submit, busy, error, onSubmit, onCancel, children }: DialogFormProps) {
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSubmit()
      }}
    >
      {children}
      <FormError error={error} />
      <div className={styles['buttons']}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

export function Field({ label, help, children }: { label: string; help?: string; children: ReactNode }) {
  return (
    <label className={styles['field']}>
      {label}
      {children}
      {help === undefined ? null : <span className={styles['help']}>{help}</span>}
    </label>
  )
}

function FormError({ error }: { error: Error | null }) {
  if (error === null) return null
  return (
    <div role="alert" className={styles['error']}>
      <ErrorSentences error={error} />
    </div>
  )
}
