import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api, ofRun } from '@/api/client'
import type { Annotation, RunDocument } from '@/api/contracts'
import { Button } from '@/components/button'
import { Card } from '@/components/card'
import { Dialog } from '@/components/dialog'
import { useDialogHost } from '@/components/dialog_host'
import { ForScope } from '@/components/for_scope'
import { DialogForm, Field } from '@/components/form'
import { Time } from '@/components/time'
import { useToaster } from '@/components/toasts'
import { UNDO_MS, useDeferred } from '@/lib/deferred'
import { formatCount } from '@/lib/format/number'
import styles from './notes_card.module.css'
import { workloadView } from './registry'

/** A step of a repeat. */
export interface StepPlace {
  readonly repeat: number
  readonly step: number
}

interface NotesCardProps {
  run: RunDocument
  /** The step that a run is at now; null if that is not known or the run has ended. */
  current?: () => StepPlace | null
}

/** What people wrote about a run: its note, and notes on its steps. */
export function NotesCard({ run, current = () => null }: NotesCardProps) {
  const show = useDialogHost()
  const { pending } = useDeferred()
  const notes = run.annotations
    .filter(({ id }) => !pending.has(id))
    .toSorted((a, b) => (a.repeat ?? -1) - (b.repeat ?? -1) || (a.step ?? -1) - (b.step ?? -1))
  const add = () => {
    const place = current()
    show((close) => <NoteDialog run={run} current={place} onClose={close} />)
  }
  return (
    <Card
      title="Notes"
      tools={
        <ForScope scope="operator">
          <Button small onClick={add}>
            Add a note
          </Button>
        </ForScope>
      }
    >
      {run.spec.note === '' ? null : <p className={styles['text']}>{run.spec.note}</p>}
      {notes.length === 0 ? null : (
        <ul className={styles['notes']}>
          {notes.map((note) => (
            <Note key={note.id} run={run} note={note} />
          ))}
        </ul>
      )}
      {run.spec.note === '' && notes.length === 0 ? <p className={styles['none']}>No notes yet.</p> : null}
    </Card>
  )
}

/** `repeat 2, step 1 200`. */
function placeText({ repeat, step }: Annotation, unit: string): string {
  if (repeat === null) return 'whole run'
  return `repeat ${repeat + 1}${step === null ? '' : `, ${unit} ${formatCount(step)}`}`
}

function useRefresh(): () => void {
  const client = useQueryClient()
  // For a report: the page of a live run hears of the change over the stream.
  return () => void client.invalidateQueries({ queryKey: ['runs', 'one'] })
}

function Note({ run, note }: { run: RunDocument; note: Annotation }) {
  const refresh = useRefresh()
  const toaster = useToaster()
  const { defer } = useDeferred()
  const place = placeText(note, workloadView(run).progress_unit)
  const params = { path: { run: run.summary.id, annotation: note.id } }
  const remove = () => {
    const undo = defer([note.id], UNDO_MS, async () => {
      try {
        await answer(api.DELETE('/api/v1/runs/{run}/annotations/{annotation}', { params }))
      } catch (error) {
        toaster.fail('The note was not deleted', error)
        throw error
      } finally {
        refresh()
      }
    })
    toaster.say('Note deleted.', undo)
  }
  return (
    <li>
      <p className={styles['text']}>{note.text}</p>
      <div className={styles['about']}>
        <span>
          {place}; {note.author === '' ? '' : `${note.author}, `}
          <Time at={note.at} />
        </span>
        <ForScope scope="operator">
          <Button small variant="quiet" icon="trash" aria-label={`Delete the note on ${place}`} onClick={remove} />
        </ForScope>
      </div>
    </li>
  )
}

interface NoteDialogProps {
  run: RunDocument
  current: StepPlace | null
  onClose: () => void
}

function NoteDialog({ run, current, onClose }: NoteDialogProps) {
  const refresh = useRefresh()
  const unit = workloadView(run).progress_unit
  const [text, setText] = useState('')
  const [repeat, setRepeat] = useState<number | null>(current?.repeat ?? null)
  const [step, setStep] = useState(current === null ? '' : String(current.step))
  const add = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/api/v1/runs/{run}/annotations', {
          ...ofRun(run.summary.id),
          body: { text: text.trim(), repeat, step: repeat === null || step === '' ? null : Number(step) },
        }),
      ),
    onSuccess: () => {
      onClose()
      refresh()
    },
  })
  return (
    <Dialog title={`Note on run ${run.summary.number}`} onClose={onClose}>
      <DialogForm
        submit="Add the note"
        busy={add.isPending || text.trim() === ''}
        error={add.error}
        onSubmit={() => add.mutate()}
        onCancel={onClose}
      >
        <Field label="Note">
          <textarea rows={4} maxLength={2000} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Field label="On">
          <select
            value={repeat ?? ''}
            onChange={(event) => setRepeat(event.target.value === '' ? null : Number(event.target.value))}
          >
            <option value="">the whole run</option>
            {Array.from({ length: run.summary.repeats }, (_, at) => (
              <option key={at} value={at}>
                repeat {at + 1}
              </option>
            ))}
          </select>
        </Field>
        {repeat === null ? null : (
          <Field label={`At ${unit}`} help="Charts over the run show the note there. Empty: the whole repeat.">
            <input
              type="number"
              min={0}
              max={Number.MAX_SAFE_INTEGER}
              step={1}
              value={step}
              onChange={(event) => setStep(event.target.value)}
            />
          </Field>
        )}
      </DialogForm>
    </Dialog>
  )
}
