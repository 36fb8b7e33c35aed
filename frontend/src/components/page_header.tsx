import type { ReactNode } from 'react'
import { usePageTitle } from '@/lib/use_page_title'
import styles from './page_header.module.css'

interface PageHeaderProps {
  /** A sentence that says what is shown; also names the tab. */
  title: string
  crumb?: ReactNode
  /** What the page is for, one or two sentences. */
  lead?: ReactNode
  /** Below the title: a `ChipRow`. */
  chips?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, crumb, lead, chips, actions }: PageHeaderProps) {
  usePageTitle(title)
  return (
    <header className={styles['header']}>
      <div>
        {crumb === undefined ? null : <div className={styles['crumb']}>{crumb}</div>}
        <h1>{title}</h1>
        {lead === undefined ? null : <p className={styles['lead']}>{lead}</p>}
        {chips === undefined ? null : <div className={styles['below']}>{chips}</div>}
      </div>
      {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
    </header>
  )
}
