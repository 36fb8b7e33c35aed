import { useEffect, useId, useRef, type ReactNode } from 'react'
import { classNames } from '@/lib/class_names'
import { Button } from './button'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  /** Called on Escape, on the cross, and on a click outside. */
  onClose: () => void
  wide?: boolean
  actions?: ReactNode
  children: ReactNode
}

/** A modal dialog while it is mounted; the browser keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, wide = false, actions, children }: DialogProps) {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    if (dialog === null) return
    dialog.showModal()
    return () => dialog.close()
  }, [])
  return (
    // The click outside is a convenience beside Escape and the cross, both of which the keyboard reaches.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={element}
      className={classNames(styles['dialog'], wide && styles['wide'])}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose()
      }}
    >
      <div className={styles['head']}>
        <h2 id={id}>{title}</h2>
        <Button variant="quiet" small icon="close" aria-label="Close" onClick={onClose} />
      </div>
      <div className={styles['body']}>{children}</div>
      {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
    </dialog>
  )
}

interface ConfirmDialogProps {
  title: string
  /** What will happen. */
  children: ReactNode
  /** The deed, as a verb: `Cancel the run`. */
  confirm: string
  /** How not to: `Keep it running`. */
  dismiss?: string
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  dismiss = 'No',
  busy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{dismiss}</Button>
          <Button variant="danger" disabled={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
