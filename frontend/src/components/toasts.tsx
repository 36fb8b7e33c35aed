import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { classNames } from '@/lib/class_names'
import { errorText } from '@/lib/error_text'
import { Button } from './button'
import styles from './toasts.module.css'

interface Toast {
  readonly text: string
  readonly bad: boolean
  /** A way back, for as long as the toast is shown. */
  readonly undo?: (() => void) | undefined
}

export interface Toaster {
  /** Says that something was done; with `undo`, how to take it back. */
  say(text: string, undo?: () => void): void
  /** Says that something failed, and what to do about it. */
  fail(what: string, error: unknown): void
}

const ToasterContext = createContext<Toaster | null>(null)
const SHOWN_MS = 7_000
const MOST = 4

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly (Toast & { id: number })[]>([])
  const next_id = useRef(1)
  const add = useCallback((toast: Toast) => {
    const id = next_id.current++
    setToasts((now) => [...now, { ...toast, id }].slice(-MOST))
  }, [])
  const remove = useCallback((id: number) => setToasts((now) => now.filter((toast) => toast.id !== id)), [])
  const toaster = useMemo<Toaster>(
    () => ({
      say: (text, undo) => add({ text, bad: false, undo }),
      fail: (what, error) => {
        const { message, remedy } = errorText(error)
        add({ text: [`${what}:`, message, remedy].filter((part) => part !== '').join(' '), bad: true })
      },
    }),
    [add],
  )
  return (
    <ToasterContext value={toaster}>
      {children}
      <div className={styles['stack']} role="log" aria-label="Notifications">
        {toasts.map((toast) => (
          <ToastView key={toast.id} toast={toast} onGone={() => remove(toast.id)} />
        ))}
      </div>
    </ToasterContext>
  )
}

function ToastView({ toast, onGone }: { toast: Toast; onGone: () => void }) {
  const [held, setHeld] = useState(false)
  const gone = useRef(onGone)
  useEffect(() => {
    gone.current = onGone
  })
  useEffect(() => {
    // A toast that is being read or reached for stays.
    if (held) return
    const timer = setTimeout(() => gone.current(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [held])
  const { undo } = toast
  return (
    <div
      className={classNames(styles['toast'], toast.bad && styles['bad'])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{toast.text}</p>
      {undo === undefined ? null : (
        <Button
          small
          onClick={() => {
            undo()
            onGone()
          }}
        >
          Undo
        </Button>
      )}
      <Button variant="quiet" small icon="close" aria-label="Dismiss" onClick={onGone} />
    </div>
  )
}

export function useToaster(): Toaster {
  const toaster = use(ToasterContext)
  if (toaster === null) throw new Error('useToaster needs a ToastProvider above it')
  return toaster
}
