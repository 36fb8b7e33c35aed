import { useState, type ReactNode } from 'react'
import { Chip } from '@/components/chip'
import { Icon } from '@/components/icon'
import { plural } from '@/lib/format/number'
import { getAt, isObject, pathText, sameJson, type Json, type Path } from '@/lib/document/json'
import { isAtOrBelow, useForm } from './form_context'
import styles from './form.module.css'

function countChanges(value: Json | undefined, before: Json | undefined): number {
  if (sameJson(value, before)) return 0
  if (!isObject(value) || !isObject(before) || value['kind'] !== before['kind']) return 1
  const keys = new Set([...Object.keys(value), ...Object.keys(before)])
  return [...keys].reduce((sum, key) => sum + countChanges(value[key], before[key]), 0)
}

interface SectionProps {
  title: string
  subtitle: string
  /** What of the document is in it. */
  paths: readonly Path[]
  /** Closed to begin with; it opens for an error. */
  folded?: boolean
  children: ReactNode
}

/** A part of the form that folds, and says how many of its fields are changed or wrong. */
export function Section({ title, subtitle, paths, folded = false, children }: SectionProps) {
  const { document, origin, errors } = useForm()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const changes = paths.reduce((sum, path) => sum + countChanges(getAt(document, path), getAt(origin, path)), 0)
  const wrong = errors.filter((error) => paths.some((path) => isAtOrBelow(error.field, pathText(path)))).length
  const open = wrong > 0 || (wanted ?? (!folded || changes > 0))
  return (
    <section className={styles['section']} aria-label={title}>
      <h2>
        <button type="button" aria-expanded={open} onClick={() => setWanted(!open)}>
          <Icon name={open ? 'chevron_down' : 'chevron_right'} />
          <span>{title}</span>
          <small>{subtitle}</small>
          <span className={styles['marks']}>
            {wrong > 0 ? <Chip tone="bad">{plural(wrong, 'field')} to correct</Chip> : null}
            {changes > 0 ? <Chip tone="act">{changes} changed</Chip> : null}
          </span>
        </button>
      </h2>
      {open ? <div className={styles['section_body']}>{children}</div> : null}
    </section>
  )
}
