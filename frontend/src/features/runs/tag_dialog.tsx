import { useState } from 'react'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Icon } from '@/components/icon'
import { isSlug, SLUG_RULE } from '@/lib/slug'
import { nameOf, type Chosen } from './chosen'
import styles from './tag_dialog.module.css'

interface TagDialogProps {
  chosen: Chosen
  /** Tags that other runs have. */
  known: readonly string[]
  onSave: (add: readonly string[], drop: readonly string[]) => void
  onClose: () => void
}

export function TagDialog({ chosen, known, onSave, onClose }: TagDialogProps) {
  const [added, setAdded] = useState<readonly string[]>([])
  const [dropped, setDropped] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const items = [...chosen.runs, ...chosen.groups]
  const counts = new Map<string, number>()
  for (const { tags } of items) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const present = [...counts].filter(([tag]) => !dropped.includes(tag))
  const wanted = typed.trim().toLowerCase()
  const bad = wanted !== '' && !isSlug(wanted)
  const add = (tag: string) => {
    setAdded((now) => [...new Set([...now, tag])])
    setDropped((now) => now.filter((other) => other !== tag))
    setTyped('')
  }
  const suggestions = known
    .filter((tag) => !counts.has(tag) && !added.includes(tag) && tag.includes(wanted))
    .slice(0, 12)
  const save = () => {
    if (bad) return
    onSave(wanted === '' ? added : [...added, wanted], dropped)
    onClose()
  }
  return (
    <Dialog
      title={`Tags of ${nameOf(chosen)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Leave as they are</Button>
          <Button variant="primary" disabled={bad} onClick={save}>
            Save tags
          </Button>
        </>
      }
    >
      <div className={styles['tags']}>
        {[
          ...present.map(([tag, count]) => ({ tag, count })),
          ...added.map((tag) => ({ tag, count: items.length })),
        ].map(({ tag, count }) => (
          <span key={tag} className={styles['tag_edit']}>
            {tag}
            {count < items.length ? <small>on {count}</small> : null}
            <button
              type="button"
              aria-label={`Take ${tag} away`}
              onClick={() => {
                setAdded((now) => now.filter((other) => other !== tag))
                if (counts.has(tag)) setDropped((now) => [...now, tag])
              }}
            >
              <Icon name="close" size={12} />
            </button>
          </span>
        ))}
        {present.length + added.length === 0 ? <span className={styles['none']}>No tags yet.</span> : null}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted !== '' && !bad) add(wanted)
        }}
      >
        <input
          className={styles['input']}
          aria-label="Add a tag"
          aria-invalid={bad}
          placeholder="Add a tag and press Enter"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
      <p className={styles['tag_error']} role="status">
        {bad ? SLUG_RULE : ''}
      </p>
      <div className={styles['tags']}>
        {suggestions.map((tag) => (
          <button key={tag} type="button" className={styles['tag']} onClick={() => add(tag)}>
            + {tag}
          </button>
        ))}
      </div>
    </Dialog>
  )
}
