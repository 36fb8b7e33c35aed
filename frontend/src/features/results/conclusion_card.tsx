import type { ReactNode } from 'react'
import type { Conclusion } from '@/api/contracts'
import { Chip, type Tone } from '@/components/chip'
import { classNames } from '@/lib/class_names'
import { plural } from '@/lib/format/number'
import styles from './conclusion_card.module.css'

/** Findings that are shown before the others are folded away. */
const FEW = 5

const OUTCOMES: Readonly<Record<Conclusion['outcome'], { readonly text: string; readonly tone: Tone }>> = {
  found: { text: 'effect found', tone: 'plain' },
  not_found: { text: 'no effect found', tone: 'plain' },
  not_certain: { text: 'not certain', tone: 'dashed' },
  open: { text: 'not decided', tone: 'dashed' },
  failed: { text: 'checks failed', tone: 'bad' },
}

interface ConclusionCardProps {
  conclusion: Conclusion
  /** Name of the region. */
  label?: string
  /** In place of the outcome, unless a check failed: a comparison has a verdict. */
  verdict?: { readonly text: string; readonly tone: Tone }
  actions?: ReactNode
}

/** What a sweep, a suite or a comparison found, as the console says it: sentence, findings, doubts, next steps. */
export function ConclusionCard({ conclusion, label = 'Conclusion', verdict, actions }: ConclusionCardProps) {
  const { outcome, sentence, findings, models, doubts, next_steps } = conclusion
  const { text, tone } = outcome === 'failed' ? OUTCOMES.failed : (verdict ?? OUTCOMES[outcome])
  const first = findings.slice(0, FEW)
  const rest = findings.slice(FEW)
  return (
    <section className={classNames(styles['conclusion'], styles[tone])} aria-label={label}>
      <header>
        <Chip tone={tone}>{text}</Chip>
        <h2>{sentence}</h2>
        {actions}
      </header>
      {first.length === 0 ? null : <Sentences texts={first} />}
      {rest.length === 0 ? null : (
        <details>
          <summary>{plural(rest.length, 'more finding')}</summary>
          <Sentences texts={rest} />
        </details>
      )}
      {models.length === 0 ? null : (
        <details>
          <summary>{plural(models.length, 'fitted model')}</summary>
          <ul>
            {models.map((model) => (
              <li key={`${model.parameter} ${model.setting}`}>
                <span className={styles['formula']}>{model.formula}</span>
                <small>
                  {model.setting === '' ? '' : `${model.setting}, `}R² {model.r_squared.toFixed(3)}
                </small>
              </li>
            ))}
          </ul>
        </details>
      )}
      {doubts.length === 0 && next_steps.length === 0 ? null : (
        <div className={styles['columns']}>
          <Titled title="Doubts" texts={doubts} className={styles['doubts']} />
          <Titled title="What to do next" texts={next_steps} />
        </div>
      )}
    </section>
  )
}

function Titled({
  title,
  texts,
  className,
}: {
  title: string
  texts: readonly string[]
  className?: string | undefined
}) {
  if (texts.length === 0) return null
  return (
    <div className={className}>
      <h3>{title}</h3>
      <Sentences texts={texts} />
    </div>
  )
}

function Sentences({ texts }: { texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
