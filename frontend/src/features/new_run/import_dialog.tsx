import { useState } from 'react'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { isObject, type Json } from '@/lib/document/json'
import styles from './new_run.module.css'

/** The spec in what was pasted: a spec itself, a preset, a new run, or an exported run. Throws with the reason. */
export function readPasted(text: string): Json {
  if (text.trim() === '') throw new Error('Nothing is pasted yet.')
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch (error) {
    throw new Error(`This is not JSON: ${error instanceof Error ? error.message : String(error)}.`, { cause: error })
  }
  if (!isObject(value)) throw new Error('A run spec is a JSON object: it begins with { and ends with }.')
  const run = isObject(value['run']) ? value['run'] : value
  const spec = run['spec']
  if (isObject(spec)) return spec
  if (typeof value['preset'] === 'string') {
    throw new Error(`This names the preset ${value['preset']} without its spec. Choose the preset on the page instead.`)
  }
  return value
}

/** Takes a run spec as JSON into the form, where what is wrong with it is shown. */
export function ImportDialog({ onImport, onClose }: { onImport: (spec: Json) => void; onClose: () => void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const load = () => {
    try {
      onImport(readPasted(text))
      onClose()
    } catch (reason) {
      setError(reason instanceof Error ? reason.message : String(reason))
    }
  }
  return (
    <Dialog
      title="Paste a run as JSON"
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" onClick={load}>
            Take into the form
          </Button>
        </>
      }
    >
      <p className={styles['dialog_lead']} id="import-lead">
        A run spec, a preset, or an exported run. What is missing gets its default; nothing is launched.
      </p>
      <textarea
        className={styles['paste']}
        aria-label="Run as JSON"
        aria-describedby="import-lead import-error"
        aria-invalid={error !== ''}
        spellCheck={false}
        rows={16}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setError('')
        }}
      />
      <p id="import-error" role="alert" className={styles['paste_error']}>
        {error}
      </p>
    </Dialog>
  )
}
