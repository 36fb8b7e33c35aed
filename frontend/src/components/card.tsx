import { useId, type ReactNode } from 'react'
import { classNames } from '@/lib/class_names'
import styles from './card.module.css'

interface CardProps {
  title?: ReactNode
  /** Unit and context, small, beside the title. */
  subtitle?: ReactNode
  /** Controls at the right of the title. */
  tools?: ReactNode
  /** The content reaches the card's edges. */
  flush?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A region with a title: a named landmark for readers of screens. */
export function Card({ title, subtitle, tools, flush = false, className, children }: CardProps) {
  const id = useId()
  return (
    <section className={classNames(styles['card'], className)} aria-labelledby={title === undefined ? undefined : id}>
      {title === undefined ? null : (
        <div className={styles['head']}>
          <h2 id={id}>{title}</h2>
          {subtitle === undefined ? null : <span className={styles['subtitle']}>{subtitle}</span>}
          {tools === undefined ? null : <div className={styles['tools']}>{tools}</div>}
        </div>
      )}
      <div className={flush ? styles['flush'] : styles['body']}>{children}</div>
    </section>
  )
}
