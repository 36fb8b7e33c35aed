import type { GroupDocument, ShapeResult } from '@/api/contracts'
import { Card } from '@/components/card'
import { Chip, type Tone } from '@/components/chip'
import { claimText } from '@/lib/claim_text'
import { groupEnded } from './group_values'
import styles from './groups.module.css'
import { shapesText } from './group_words'

/** More unmeasured checks than this are folded away once the group has ended. */
const UNMEASURED_SHOWN = 3

const RANKS: Record<ShapeResult['verdict'], number> = { failed: 0, not_found: 1, passed: 2, not_measured: 3 }
const TONES: Record<ShapeResult['verdict'], Tone> = {
  failed: 'bad',
  not_found: 'warn',
  passed: 'good',
  not_measured: 'dashed',
}
/** The suite's shape checks: what failed first, then findings that were not found here. */
export function ShapesCard({ group }: { group: GroupDocument }) {
  const { shapes } = group
  if (shapes.length === 0) return null
  const sorted = shapes.toSorted((a, b) => RANKS[a.verdict] - RANKS[b.verdict])
  const ended = groupEnded(group)
  const measured = sorted.filter((shape) => shape.verdict !== 'not_measured')
  const unmeasured = sorted.length - measured.length
  const fold = ended && unmeasured > UNMEASURED_SHOWN
  return (
    <Card title="Shape checks" subtitle={shapesText(group)}>
      <Shapes shapes={fold ? measured : sorted} ended={ended} />
      {fold ? (
        <details className={styles['unmeasured']}>
          <summary>{unmeasured} not measured</summary>
          <Shapes shapes={sorted.slice(measured.length)} ended={ended} />
        </details>
      ) : null}
    </Card>
  )
}

function Shapes({ shapes, ended }: { shapes: readonly ShapeResult[]; ended: boolean }) {
  return (
    <ul className={styles['shapes']}>
      {shapes.map((shape) => (
        <li key={shape.name}>
          <p>{shape.verdict === 'not_measured' ? shape.title : shape.sentence}</p>
          <Chip tone={TONES[shape.verdict]}>{verdictText(shape, ended)}</Chip>
          <small>{details(shape)}</small>
        </li>
      ))}
    </ul>
  )
}

function details({ claim, source, published, verdict, expected, why }: ShapeResult): string {
  return [
    why,
    verdict === 'not_measured' ? `expects ${expected}` : '',
    claimText[claim],
    source,
    published === '' || verdict === 'not_found' ? '' : `the study: ${published}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

function verdictText({ verdict, claim }: ShapeResult, ended: boolean): string {
  switch (verdict) {
    case 'passed':
      return claim === 'finding' ? 'found' : 'passed'
    case 'failed':
      return 'failed'
    case 'not_found':
      return 'not found here'
    case 'not_measured':
      return ended ? 'not measured' : 'not yet'
  }
}
