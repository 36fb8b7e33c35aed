import type { ReactNode } from 'react'
import styles from './empty_state.module.css'

/** Says why there is nothing here, and what to do next. */
export function EmptyState({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <h2>{title}</h2>
      <p>{children}</p>
      {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
