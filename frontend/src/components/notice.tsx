import type { ReactNode } from 'react'
import { classNames } from '@/lib/class_names'
import { Button } from './button'
import { ErrorSentences } from './error_sentences'
import styles from './notice.module.css'

interface NoticeProps {
  tone: 'bad' | 'warn' | 'act'
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
}

/** Something a person must know, with what to do about it. Red only for what is wrong. */
export function Notice({ tone, title, children, actions }: NoticeProps) {
  return (
    <div className={classNames(styles['notice'], styles[tone])} role={tone === 'bad' ? 'alert' : 'status'}>
      <div className={styles['body']}>
        <div className={styles['title']}>{title}</div>
        {children}
      </div>
      {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}

/** A failed call, in words, with its remedy and a way to try again. */
export function ErrorNotice({ error, title, onRetry }: { error: unknown; title: string; onRetry?: () => void }) {
  return (
    <Notice tone="bad" title={title} actions={onRetry ? <Button onClick={onRetry}>Try again</Button> : undefined}>
      <ErrorSentences error={error} />
    </Notice>
  )
}
