import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { classNames } from '@/lib/class_names'
import { Button, type ButtonProps } from './button'
import styles from './popover.module.css'
import { shiftInto } from './shift_into'

type PopoverProps = Omit<ButtonProps, 'children' | 'onClick'> & {
  label: ReactNode
  /** Which edge of the button the panel keeps to. */
  align?: 'left' | 'right'
  children: ReactNode
}

/** A button that opens a small panel below itself; Escape or a click elsewhere closes it. */
export function Popover({ label, align = 'right', children, ...button }: PopoverProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (panel.current === null) return
    const { left, right } = panel.current.getBoundingClientRect()
    // Within the page beside the navigation; a dialog lies over both.
    const area = panel.current.closest('dialog, main')
    const page = area?.tagName === 'MAIN' ? area : document.documentElement
    const { left: from, right: to } = page.getBoundingClientRect()
    panel.current.style.translate = `${shiftInto(left, right, from, to)}px`
  }, [open])
  useEffect(() => {
    if (!open) return
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && anchor.current?.contains(event.target) !== true) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setOpen(false)
      trigger.current?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('keydown', escape, true)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('keydown', escape, true)
    }
  }, [open])
  return (
    <span className={styles['anchor']} ref={anchor}>
      <Button
        {...button}
        ref={trigger}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen((now) => !now)}
      >
        {label}
      </Button>
      {open ? (
        <div id={id} ref={panel} className={classNames(styles['panel'], align === 'left' && styles['left'])}>
          {children}
        </div>
      ) : null}
    </span>
  )
}
