import type { RunFailure } from '@/api/contracts'
import { CopyButton } from '@/components/copy_button'
import { Notice } from '@/components/notice'
import styles from './failure_banner.module.css'

/** Why a run failed: where, what, what to do about it, and what the worker said last. */
export function FailureBanner({ failure }: { failure: RunFailure }) {
  const where = [
    failure.node === '' ? '' : `on ${failure.node}`,
    failure.process === '' ? '' : `in ${failure.process}`,
    `while ${failure.phase}`,
    `repeat ${failure.repeat + 1}`,
  ].filter((part) => part !== '')
  return (
    <Notice tone="bad" title={`The run failed ${where.join(', ')}`}>
      <p>{sentence(failure.message)}</p>
      {failure.remedy === '' ? null : (
        <p>
          <strong>What to do:</strong> {sentence(failure.remedy)}
        </p>
      )}
      {failure.last_output.length === 0 ? (
        <p className={styles['none']}>The worker said nothing on its standard error.</p>
      ) : (
        <details className={styles['output']} open>
          <summary>Last output of the worker</summary>
          <pre>{failure.last_output.join('\n')}</pre>
          <CopyButton text={failure.last_output.join('\n')} label="Copy the output" />
        </details>
      )}
    </Notice>
  )
}

/** What a worker says may begin small and end without a stop. */
function sentence(text: string): string {
  const trimmed = text.trim()
  const begun = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}
