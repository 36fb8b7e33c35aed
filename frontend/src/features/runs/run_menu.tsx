import { Link, useNavigate } from '@tanstack/react-router'
import type { RunSummary } from '@/api/contracts'
import { ForScope } from '@/components/for_scope'
import { Popover } from '@/components/popover'
import { hasEnded } from '@/lib/run_states'
import styles from './runs.module.css'
import type { RunDeeds } from './use_run_deeds'

interface RunMenuProps {
  run: RunSummary
  deeds: RunDeeds
  onTags: (run: RunSummary) => void
}

/** What can be done to one run. */
export function RunMenu({ run, deeds, onTags }: RunMenuProps) {
  const navigate = useNavigate()
  return (
    <Popover label="⋯" small variant="quiet" aria-label={`Actions for run ${run.number}`}>
      <div className={styles['menu']}>
        <Link to="/runs/$id" params={{ id: run.id }}>
          Open
        </Link>
        <ForScope scope="operator">
          <Link to="/new" search={{ from: run.id }}>
            Change and run
          </Link>
          <button type="button" onClick={() => deeds.retry(run)}>
            Run again as it is
          </button>
        </ForScope>
        <button type="button" onClick={() => void navigate({ to: '/compare', search: { runs: run.id } })}>
          Compare with …
        </button>
        <ForScope scope="operator">
          <hr />
          <button type="button" onClick={() => onTags(run)}>
            Tags …
          </button>
          <button type="button" onClick={() => deeds.archive({ runs: [run], groups: [] }, !run.archived)}>
            {run.archived ? 'Bring back from the archive' : 'Archive'}
          </button>
          <button
            type="button"
            className={styles['danger']}
            disabled={!hasEnded(run.state)}
            title={hasEnded(run.state) ? undefined : 'The run has not ended: cancel it first.'}
            onClick={() => deeds.remove({ runs: [run], groups: [] })}
          >
            Delete
          </button>
        </ForScope>
      </div>
    </Popover>
  )
}
