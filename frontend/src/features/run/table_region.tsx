import type { ReactNode } from 'react'
import { classNames } from '@/lib/class_names'
import layout from '../results/layout.module.css'

const look = classNames(layout['scroll'], layout['dense'])

/** Holds a table of many columns: close together, and scrolled where that is not enough. */
export function TableRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Scrolls, so the keyboard must reach it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={look} tabIndex={0} role="region" aria-label={`${label}, table`}>
      {children}
    </div>
  )
}
