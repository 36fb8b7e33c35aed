import { Button } from '@/components/button'
import { Kbd } from '@/components/kbd'
import { Notice } from '@/components/notice'
import type { DocumentError } from '@/lib/document/validate'
import { ErrorSentences } from '@/components/error_sentences'
import { plural } from '@/lib/format/number'
import { fieldId } from './form/form_context'
import styles from './new_run.module.css'

interface LaunchBarProps {
  /** `run`, or `sweep of 12 runs`. */
  what: string
  errors: readonly DocumentError[]
  /** What the form calls the field at a path. */
  labelOf: (path: string) => string
  checking: boolean
  launching: boolean
  /** The launch failed for a reason that no field is to blame for. */
  failure: Error | null
  onLaunch: () => void
  onLeaveOut: (field: string) => void
}

/** Leads to a field, or to the nearest thing around it that can be focused. */
export function focusField(field: string): void {
  for (let path = field; path !== ''; path = path.replace(/(^|\.)[^.[\]]+$|\[\d+\]$/, '')) {
    const element = document.getElementById(fieldId(path))
    if (element === null) continue
    element.focus()
    element.scrollIntoView({ block: 'center', behavior: 'smooth' })
    return
  }
}

/** The launch, and everything that stands in its way. */
export function LaunchBar({
  what,
  errors,
  labelOf,
  checking,
  launching,
  failure,
  onLaunch,
  onLeaveOut,
}: LaunchBarProps) {
  const blocked = errors.length > 0
  return (
    <div className={styles['launch']}>
      <Button
        variant="primary"
        className={styles['launch_button']}
        aria-disabled={blocked || launching}
        aria-describedby="launch-state"
        onClick={onLaunch}
      >
        {launching ? 'Launching …' : `Launch ${what}`}
      </Button>
      <p id="launch-state" className={styles['launch_state']} aria-live="polite">
        {blocked ? `${plural(errors.length, 'error')} to correct first` : checking ? 'checking …' : 'ready to launch'}
        {blocked ? null : <Kbd>Ctrl Enter</Kbd>}
      </p>
      {blocked ? (
        <ul className={styles['problems']}>
          {errors.map((error, index) => (
            <li key={index}>
              <button type="button" title={error.field} onClick={() => focusField(error.field)}>
                {error.field === '' ? 'the run' : labelOf(error.field)}
              </button>
              <span>
                {error.message} {error.remedy}
              </span>
              {error.unknown_key === true ? (
                <Button small onClick={() => onLeaveOut(error.field)}>
                  Leave it out
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {failure === null ? null : (
        <Notice tone="bad" title={`The ${what.split(' ')[0] ?? 'run'} was not launched`}>
          <ErrorSentences error={failure} />
        </Notice>
      )}
    </div>
  )
}
