import type { ReactNode } from 'react'
import { classNames } from '@/lib/class_names'
import styles from './figure.module.css'

/** Figures of merit side by side, as many as fit. */
export function FigureRow({ children, label }: { children: ReactNode; label: string }) {
  return (
    <section className={styles['row']} aria-label={label}>
      {children}
    </section>
  )
}

interface FigureProps {
  title: string
  /** Already formatted; null while there is none, which keeps its place. */
  value: string | null
  unit?: string | undefined
  /** One line below: interval, p99, what it means. */
  context?: ReactNode
  /** Only for what is wrong. */
  bad?: boolean
}

/** One figure of merit: large, with unit and context. */
export function Figure({ title, value, unit, context, bad = false }: FigureProps) {
  return (
    <div className={styles['figure']} role="group" aria-label={title}>
      <div className={styles['title']}>{title}</div>
      <div className={classNames(styles['value'], bad && styles['bad'], value === null && styles['muted'])}>
        {value ?? '–'}
        {unit !== undefined && unit !== '' && value !== null ? <small className={styles['unit']}>{unit}</small> : null}
      </div>
      <div className={styles['context']}>{context}</div>
    </div>
  )
}
