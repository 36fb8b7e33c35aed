import type { ReactNode } from 'react'
import { classNames } from '@/lib/class_names'
import layout from './layout.module.css'

const close = classNames(layout['scroll'], layout['dense'])

/** Holds a table that scrolls sideways where the window is too narrow; `dense`: many columns, close together. */
export function TableRegion({ label, dense, children }: { label: string; dense?: boolean; children: ReactNode }) {
  return (
    // Scrolls, so the keyboard must reach it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={dense ? close : layout['sideways']} tabIndex={0} role="region" aria-label={`${label}, table`}>
      {children}
    </div>
  )
}
