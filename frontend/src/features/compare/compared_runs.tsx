import { Link } from '@tanstack/react-router'
import type { Comparison } from '@/api/contracts'
import { Button } from '@/components/button'
import { Chip } from '@/components/chip'
import { Time } from '@/components/time'
import { plural } from '@/lib/format/number'
import styles from './compare.module.css'
import { runColour } from './comparison_view'

interface ComparedRunsProps {
  comparison: Comparison
  onBaseline: (id: string) => void
  onRemove: (id: string) => void
}

/** The compared runs, each with its colour; one is the baseline. */
export function ComparedRuns({ comparison, onBaseline, onRemove }: ComparedRunsProps) {
  return (
    <section className={styles['runs']} aria-label="Compared runs">
      {comparison.runs.map((run) => {
        const { id, number, state, created_at } = run.summary
        const is_baseline = id === comparison.baseline
        return (
          <article key={id} className={styles['run']} aria-label={`Run ${number}, ${run.label}`}>
            <div className={styles['run_head']}>
              <i style={{ background: runColour(comparison, id) }} aria-hidden="true" />
              <strong title={run.label}>{run.label}</strong>
              {is_baseline ? <Chip tone="brass">baseline</Chip> : null}
            </div>
            <div className={styles['run_foot']}>
              <span>
                <Link to="/runs/$id" params={{ id }}>
                  run {number}
                </Link>{' '}
                · <Time at={created_at} /> · {state === 'done' ? '' : `${state}, `}
                {plural(run.metrics[0]?.values.length ?? 0, 'repeat')}
              </span>
              <span className={styles['run_tools']}>
                {is_baseline ? null : (
                  <Button
                    small
                    variant="quiet"
                    aria-label={`Make run ${number} the baseline`}
                    onClick={() => onBaseline(id)}
                  >
                    Baseline
                  </Button>
                )}
                <Button
                  small
                  variant="quiet"
                  icon="close"
                  aria-label={`Remove run ${number}`}
                  onClick={() => onRemove(id)}
                />
              </span>
            </div>
          </article>
        )
      })}
    </section>
  )
}
