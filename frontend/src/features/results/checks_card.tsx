import type { Check } from '@/api/contracts'
import { Card } from '@/components/card'
import { Chip } from '@/components/chip'
import { plural } from '@/lib/format/number'
import styles from './checks_card.module.css'

export interface NamedCheck extends Check {
  /** In which repeats it is meant; empty if in all. */
  readonly where?: string
}

/** Checks of every run, with what was expected and what was found. Failed ones first. */
export function ChecksCard({ checks, empty }: { checks: readonly NamedCheck[]; empty: string }) {
  const broken = checks.filter((check) => !check.holds)
  const order = [...broken, ...checks.filter((check) => check.holds)]
  return (
    <Card
      title="Checks"
      subtitle={
        checks.length === 0
          ? undefined
          : broken.length > 0
            ? `${broken.length} of ${checks.length} failed`
            : `all ${plural(checks.length, 'check')} passed`
      }
    >
      {checks.length === 0 ? (
        <p className={styles['empty']}>{empty}</p>
      ) : (
        <ul className={styles['list']}>
          {order.map((check) => (
            <li key={`${check.name} ${check.where ?? ''}`}>
              <details open={!check.holds}>
                <summary>
                  <span>
                    {check.title}
                    {check.where ? <small> {check.where}</small> : null}
                  </span>
                  <Chip tone={check.holds ? 'good' : 'bad'}>{check.holds ? 'passed' : 'failed'}</Chip>
                </summary>
                <dl>
                  <dt>expected</dt>
                  <dd>{check.expected}</dd>
                  <dt>found</dt>
                  <dd>{check.found}</dd>
                </dl>
              </details>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
