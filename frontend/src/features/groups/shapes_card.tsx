import type { GroupDocument, ShapeResult } from '@/api/contracts'
import { Card } from '@/components/card'
import { Chip } from '@/components/chip'
import { groupEnded } from './group_values'
import styles from './groups.module.css'
import { shapesText } from './group_words'

/** More than so many that have not been measured stand folded away once the group has ended. */
const UNMEASURED_SHOWN = 3

/** What the study found that must be found again, whatever the machine; broken ones first. */
export function ShapesCard({ group }: { group: GroupDocument }) {
  const { shapes } = group
  if (shapes.length === 0) return null
  const rank = (shape: ShapeResult) => (shape.holds === false ? 0 : shape.holds === null ? 2 : 1)
  const sorted = shapes.toSorted((a, b) => rank(a) - rank(b))
  const ended = groupEnded(group)
  const measured = sorted.filter((shape) => shape.holds !== null)
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
          <p>{shape.holds === null ? shape.title : shape.sentence}</p>
          <Verdict holds={shape.holds} ended={ended} />
          <small>
            {[shape.holds === null ? `expects ${shape.expected}` : '', shape.source]
              .filter((part) => part !== '')
              .join(' · ')}
          </small>
        </li>
      ))}
    </ul>
  )
}

function Verdict({ holds, ended }: { holds: boolean | null; ended: boolean }) {
  if (holds === null) return <Chip tone="dashed">{ended ? 'not measured' : 'not yet'}</Chip>
  return holds ? <Chip tone="good">holds</Chip> : <Chip tone="bad">broken</Chip>
}
