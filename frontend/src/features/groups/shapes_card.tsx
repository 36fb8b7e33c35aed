import type { GroupDocument, ShapeResult } from '@/api/contracts'
import { Card } from '@/components/card'
import { Chip } from '@/components/chip'
import { groupEnded } from './group_values'
import styles from './groups.module.css'
import { shapesText } from './group_words'

/** What the study found that must be found again, whatever the machine; broken ones first. */
export function ShapesCard({ group }: { group: GroupDocument }) {
  const { shapes } = group
  if (shapes.length === 0) return null
  const rank = (shape: ShapeResult) => (shape.holds === false ? 0 : shape.holds === null ? 2 : 1)
  return (
    <Card title="Shape checks" subtitle={shapesText(group)}>
      <ul className={styles['shapes']}>
        {shapes
          .toSorted((a, b) => rank(a) - rank(b))
          .map((shape) => (
            <li key={shape.name}>
              <p>{shape.holds === null ? shape.title : shape.sentence}</p>
              <Verdict holds={shape.holds} ended={groupEnded(group)} />
              <small>
                {[shape.holds === null ? `expects ${shape.expected}` : '', shape.source]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </small>
            </li>
          ))}
      </ul>
    </Card>
  )
}

function Verdict({ holds, ended }: { holds: boolean | null; ended: boolean }) {
  if (holds === null) return <Chip tone="dashed">{ended ? 'not measured' : 'not yet'}</Chip>
  return holds ? <Chip tone="good">holds</Chip> : <Chip tone="bad">broken</Chip>
}
