import type { ReactNode } from 'react'
import type { Help } from '@/lib/help'
import { usePageTitle } from '@/lib/use_page_title'
import { HelpLink } from './help_link'
import styles from './page_header.module.css'

interface PageHeaderProps {
  /** A sentence that says what is shown; also names the tab. */
  title: string
  /** Of what goes on, 0 to 1: the tab begins with it. Null or left out: nothing goes on. */
  progress?: number | null
  crumb?: ReactNode
  /** What the page is for, one or two sentences. */
  lead?: ReactNode
  /** Below the title: a `ChipRow`. */
  chips?: ReactNode
  actions?: ReactNode
  /** The page of the docs about it. */
  help?: Help
}

export function PageHeader({ title, progress = null, crumb, lead, chips, actions, help }: PageHeaderProps) {
  usePageTitle(progress === null ? title : `${Math.floor(progress * 100)} % · ${title}`)
  return (
    <header className={styles['header']}>
      <div>
        {crumb === undefined ? null : <div className={styles['crumb']}>{crumb}</div>}
        <h1>{title}</h1>
        {lead === undefined ? null : <p className={styles['lead']}>{lead}</p>}
        {chips === undefined ? null : <div className={styles['below']}>{chips}</div>}
      </div>
      {actions === undefined && help === undefined ? null : (
        <div className={styles['actions']}>
          {actions}
          {help === undefined ? null : <HelpLink help={help} />}
        </div>
      )}
    </header>
  )
}
