import type { GroupSummary } from '@/api/contracts'
import styles from './group_verdict.module.css'
import { StatePill } from './state_pill'

type Judged = Pick<GroupSummary, 'checks_hold' | 'shapes_hold'>

/** `checks failed` if a run's check or a shape check failed, `checks passed` if all measured ones passed; null: none measured. */
export function checksText({ checks_hold, shapes_hold }: Judged): string | null {
  if (checks_hold === false || shapes_hold === false) return 'checks failed'
  return checks_hold === null && shapes_hold === null ? null : 'checks passed'
}

/** How a sweep or suite came out: the state of its runs, and below it what its checks found. */
export function GroupVerdict({ group }: { group: Pick<GroupSummary, 'state' | 'checks_hold' | 'shapes_hold'> }) {
  const checks = checksText(group)
  return (
    <span className={styles['verdict']}>
      <StatePill state={group.state} />
      {checks === null ? null : (
        <small className={checks === 'checks failed' ? styles['bad'] : undefined}>{checks}</small>
      )}
    </span>
  )
}
