import type { ReactNode } from 'react'
import { classNames } from '@/lib/class_names'
import styles from './chip.module.css'

/** `brass` is for what is published or the baseline, `bad` only for what is wrong. */
export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'act' | 'brass' | 'dashed'

interface ChipProps {
  tone?: Tone
  /** A dot before the text: filled for what goes on, hollow for what waits. */
  dot?: 'filled' | 'hollow' | undefined
  title?: string | undefined
  children: ReactNode
}

export function Chip({ tone = 'plain', dot, title, children }: ChipProps) {
  return (
    <span className={classNames(styles['chip'], tone !== 'plain' && styles[tone])} title={title}>
      {dot === undefined ? null : <i className={classNames(styles['dot'], dot === 'hollow' && styles['hollow'])} />}
      {children}
    </span>
  )
}

export function ChipRow({ children }: { children: ReactNode }) {
  return <div className={styles['row']}>{children}</div>
}
