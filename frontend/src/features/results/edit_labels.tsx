import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '@/api/client'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { DialogForm, Field } from '@/components/form'
import { Notice } from '@/components/notice'
import { isSlug, SLUG_RULE } from '@/lib/slug'
import styles from './edit_labels.module.css'

/** What a person can change, as texts. */
export interface Labels {
  readonly name: string
  readonly note: string
  /** Separated by commas. */
  readonly tags: string
}

/** The fields that differ. */
export interface LabelsPatch {
  readonly name?: string
  readonly note?: string
  readonly tags?: string[]
}

const FIELDS: readonly { readonly key: keyof Labels; readonly label: string }[] = [
  { key: 'name', label: 'Name' },
  { key: 'note', label: 'Note' },
  { key: 'tags', label: 'Tags' },
]
/** The ETag of a running run also changes with its state, so that a save may have to be tried a few times. */
const TRIES = 5

function tagsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().split(/[\s,]+/))].filter((tag) => tag !== '')
}

/** The fields that were changed since `base` both here and by somebody else. */
function conflictsOf(base: Labels, mine: Labels, stored: Labels): typeof FIELDS {
  return FIELDS.filter(({ key }) => mine[key] !== base[key] && stored[key] !== base[key] && stored[key] !== mine[key])
}

/** `mine`, with the stored text of each field that was not changed here. */
function rebased(base: Labels, mine: Labels, stored: Labels): Labels {
  const text = (key: keyof Labels) => (mine[key] === base[key] ? stored[key] : mine[key])
  return { name: text('name'), note: text('note'), tags: text('tags') }
}

/** Nothing was saved: somebody else has changed a field that was edited here. */
class ConflictError extends Error {
  readonly stored: Labels
  readonly fields: typeof FIELDS

  constructor(stored: Labels, fields: typeof FIELDS) {
    super('Somebody changed it.')
    this.stored = stored
    this.fields = fields
  }
}

/** Stores what differs from `base`, unless somebody else has changed the same fields. */
async function save<Document>(
  { labelsOf, load, patch }: Pick<EditLabelsProps<Document>, 'labelsOf' | 'load' | 'patch'>,
  base: Labels,
  mine: Labels,
): Promise<Document> {
  const changes: LabelsPatch = {
    ...(mine.name === base.name ? {} : { name: mine.name.trim() }),
    ...(mine.note === base.note ? {} : { note: mine.note }),
    ...(mine.tags === base.tags ? {} : { tags: tagsOf(mine.tags) }),
  }
  for (let tries = 1; ; tries += 1) {
    const { document, etag } = await load()
    const stored = labelsOf(document)
    const conflicts = conflictsOf(base, mine, stored)
    if (conflicts.length > 0) throw new ConflictError(stored, conflicts)
    try {
      return await patch(etag, changes)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || tries === TRIES) throw error
    }
  }
}

export interface EditLabelsProps<Document> {
  /** `run 12`. */
  what: string
  tagsHelp: string
  document: Document
  labelsOf: (document: Document) => Labels
  /** What the console has now, with its entity tag. */
  load: () => Promise<{ readonly document: Document; readonly etag: string | null }>
  /** Rejects with status 412 if the entity tag is no longer the newest. */
  patch: (etag: string | null, patch: LabelsPatch) => Promise<Document>
  onSaved: (changed: Document) => void
  onClose: () => void
}

/** Edits name, note and tags, and shows both texts of a field that somebody else has changed meanwhile. */
export function EditLabelsDialog<Document>(props: EditLabelsProps<Document>) {
  const { what, tagsHelp, document, labelsOf, onSaved, onClose } = props
  // As they were when the dialog opened, or when a conflict was shown.
  const [base, setBase] = useState(() => labelsOf(document))
  const [mine, setMine] = useState(base)
  const [conflicts, setConflicts] = useState<typeof FIELDS>([])
  const bad_tag = tagsOf(mine.tags).find((tag) => !isSlug(tag))
  const change = useMutation({
    mutationFn: () => save(props, base, mine),
    onSuccess: (changed) => {
      onClose()
      onSaved(changed)
    },
    onError: (error) => {
      if (!(error instanceof ConflictError)) return
      // The next save replaces the stored texts that are shown now.
      setConflicts(error.fields)
      setMine(rebased(base, mine, error.stored))
      setBase(error.stored)
    },
  })
  const set = (part: Partial<Labels>) => setMine((now) => ({ ...now, ...part }))
  const unsettled = conflicts.filter(({ key }) => base[key] !== mine[key])
  const invalid = (field: keyof Labels) =>
    change.error instanceof ApiError &&
    (change.error.problem?.errors ?? []).some((error) => error.field.split('.')[0] === field)
  return (
    <Dialog title={`Edit ${what}`} onClose={onClose}>
      <DialogForm
        submit={unsettled.length === 0 ? 'Save changes' : 'Save my text'}
        busy={change.isPending || bad_tag !== undefined}
        error={change.error instanceof ConflictError ? null : change.error}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
      >
        {unsettled.length === 0 ? null : (
          <Conflict
            what={what}
            stored={base}
            mine={mine}
            fields={unsettled}
            onTake={(key) => set({ [key]: base[key] })}
          />
        )}
        <Field label="Name">
          <input
            required
            maxLength={120}
            value={mine.name}
            aria-invalid={invalid('name')}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field label="Note">
          <textarea
            rows={5}
            maxLength={2000}
            value={mine.note}
            aria-invalid={invalid('note')}
            onChange={(event) => set({ note: event.target.value })}
          />
        </Field>
        <Field label="Tags" help={tagsHelp}>
          <input
            value={mine.tags}
            aria-invalid={bad_tag !== undefined || invalid('tags')}
            onChange={(event) => set({ tags: event.target.value })}
          />
        </Field>
        <p role="status" className={styles['bad']}>
          {bad_tag === undefined ? '' : `“${bad_tag}” is not a tag. ${SLUG_RULE}`}
        </p>
      </DialogForm>
    </Dialog>
  )
}

interface ConflictProps {
  what: string
  stored: Labels
  mine: Labels
  fields: typeof FIELDS
  onTake: (field: keyof Labels) => void
}

/** Both texts of each field that somebody else has changed. */
function Conflict({ what, stored, mine, fields, onTake }: ConflictProps) {
  return (
    <Notice tone="warn" title={`Somebody changed this ${what.split(' ')[0] ?? 'document'}`}>
      {fields.map(({ key, label }) => (
        <div key={key} className={styles['conflict']}>
          <dl aria-label={label}>
            <dt>{label}, stored now</dt>
            <dd>{stored[key] || '(empty)'}</dd>
            <dt>{label}, yours</dt>
            <dd>{mine[key] || '(empty)'}</dd>
          </dl>
          <Button small onClick={() => onTake(key)}>
            Keep the stored {label.toLowerCase()}
          </Button>
        </div>
      ))}
    </Notice>
  )
}
