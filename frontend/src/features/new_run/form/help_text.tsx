import { Fragment } from 'react'
import { termLabel } from '@/lib/terms'
import styles from './form.module.css'

/** What a contract says of a field. Its values, in backticks there, read as the controls name them. */
export function HelpText({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, index) => (
      <Fragment key={index}>
        {index % 2 === 0 ? part : <span className={styles['value']}>{termLabel(part)}</span>}
      </Fragment>
    ))
}
