import type { WebhookEvent } from '@/api/contracts'
import { CopyButton } from '@/components/copy_button'
import { Field } from '@/components/form'
import styles from './access.module.css'

const EVENTS: Readonly<Record<WebhookEvent, string>> = {
  'run.ended': 'a run outside sweeps and suites ended',
  'cell.ended': 'a run of a sweep or suite ended',
  'group.ended': 'a sweep or suite ended',
  'metric.worse': 'a sweep or suite is worse than a baseline',
  'node.lost': 'a node went offline',
  'node.returned': 'a node came back',
}

const NAMES = Object.keys(EVENTS) as WebhookEvent[]

export function UrlField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field label="Receiver" help="Where the console sends events by POST: https://HOST/PATH.">
      <input
        type="url"
        pattern="https?://.+"
        maxLength={500}
        autoComplete="off"
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

export function EventsField({
  value,
  onChange,
}: {
  value: readonly WebhookEvent[]
  onChange: (value: WebhookEvent[]) => void
}) {
  return (
    <fieldset className={styles['events']}>
      <legend>Events</legend>
      {NAMES.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={value.includes(name)}
            onChange={(event) =>
              onChange(NAMES.filter((other) => (other === name ? event.target.checked : value.includes(other))))
            }
          />
          <span>
            <code>{name}</code> {EVENTS[name]}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** A secret, on the one occasion on which the console shows it. */
export function WebhookSecret({ secret }: { secret: string }) {
  return (
    <>
      <p>Copy the secret now. The receiver checks signatures with it, and the console does not show it again.</p>
      <div className={styles['secret']}>
        <code>{secret}</code>
        <CopyButton text={secret} label="Copy secret" />
      </div>
    </>
  )
}
