import type { RunDocument } from '@/api/contracts'
import { Card } from '@/components/card'
import styles from './notes_card.module.css'

/** What people wrote about a run. */
export function NotesCard({ run }: { run: RunDocument }) {
  if (run.spec.note === '') return null
  return (
    <Card title="Notes">
      <p className={styles['text']}>{run.spec.note}</p>
    </Card>
  )
}
