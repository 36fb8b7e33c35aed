import type { ReactNode } from 'react'
import styles from './key_value.module.css'

export interface KeyValueEntry {
  readonly key: string
  readonly value: ReactNode
  /** Explains the key; shown on hover. */
  readonly title?: string
}

/** Facts: name at the left, value at the right. */
export function KeyValue({ entries }: { entries: readonly KeyValueEntry[] }) {
  return (
    <dl className={styles['list']}>
      {entries.map(({ key, value, title }) => (
        <div key={key}>
          <dt title={title}>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
