import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState, type ChangeEvent } from 'react'
import { queries } from '@/api/queries'
import type { ModelError } from '@/api/contracts'
import { Button } from '@/components/button'
import { Popover } from '@/components/popover'
import { useToaster } from '@/components/toasts'
import { download } from '@/lib/download'
import { formatBytes } from './bytes'
import type { EditorHandle } from './code_editor_view'
import { ModelCheckPanel } from './model_check_panel'
import styles from './models.module.css'
import { useModelCheck } from './use_model_check'

const CodeEditorView = lazy(() => import('./code_editor_view'))

interface ModelEditorProps {
  /** Of the text itself, for labels and links to errors. */
  id: string
  label: string
  text: string
  /** In characters; more is not taken from a file. */
  most: number
  invalid?: boolean
  described_by?: string
  onChange: (text: string) => void
}

/** A model's text, checked as it is typed, with the models that ship to start from. */
export function ModelEditor({ id, label, text, most, invalid = false, described_by = '', onChange }: ModelEditorProps) {
  const check = useModelCheck(text)
  const editor = useRef<EditorHandle>(null)
  const errors = check.current && check.report !== null ? check.report.errors : NO_ERRORS
  const aria = {
    id,
    // What scrolls must be known to be reached by the keyboard.
    tabindex: '0',
    'aria-label': label,
    'aria-multiline': 'true',
    'aria-invalid': String(invalid || errors.length > 0),
    'aria-describedby': `${described_by} ${id}-keys ${id}-check`.trim(),
  }
  return (
    <div className={styles['model']}>
      <Tools
        text={text}
        most={most}
        onChange={onChange}
        onChosen={() => editor.current?.goTo({ line: 1, column: 1 })}
      />
      <p id={`${id}-keys`} className="unseen">
        Tab leaves the text. F8 goes to the next error.
      </p>
      <Suspense fallback={<pre className={styles['waiting']}>{text}</pre>}>
        <CodeEditorView ref={editor} text={text} errors={errors} aria={aria} onChange={onChange} />
      </Suspense>
      <div id={`${id}-check`}>
        <ModelCheckPanel check={check} onGoTo={(error) => editor.current?.goTo(error)} />
      </div>
    </div>
  )
}

const NO_ERRORS: readonly ModelError[] = []

function Tools({
  text,
  most,
  onChange,
  onChosen,
}: Pick<ModelEditorProps, 'text' | 'most' | 'onChange'> & { onChosen: () => void }) {
  const examples = useQuery(queries.models())
  const file = useRef<HTMLInputElement>(null)
  // A new key closes the list once an example is chosen.
  const [choices, setChoices] = useState(0)
  const choose = (example: string) => {
    onChange(example)
    setChoices((now) => now + 1)
    onChosen()
  }
  const toaster = useToaster()
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0]
    event.target.value = ''
    if (chosen === undefined) return
    // A character is four bytes at most; a file past that is not even read.
    if (chosen.size > 4 * most) {
      toaster.say(`${chosen.name} is ${formatBytes(chosen.size)}; a model here has at most ${most} characters.`)
      return
    }
    chosen.text().then(
      (content) => {
        if (content.length > most)
          toaster.say(`${chosen.name} has ${content.length} characters; at most ${most} are taken.`)
        else onChange(content.replaceAll('\r\n', '\n'))
      },
      (error: unknown) => toaster.fail(`${chosen.name} could not be read`, error),
    )
  }
  return (
    <div className={styles['tools']}>
      <Popover key={choices} label="Start from an example" small align="left" icon="chevron_down">
        <ul className={styles['examples']}>
          {(examples.data?.items ?? []).map((example) => (
            <li key={example.name}>
              <button type="button" onClick={() => choose(example.text)}>
                <strong>{example.title}</strong>
                <span>{example.summary}</span>
              </button>
            </li>
          ))}
          {examples.isError ? <li>The examples could not be loaded.</li> : null}
        </ul>
      </Popover>
      <Button small variant="quiet" onClick={() => file.current?.click()}>
        Open a file
      </Button>
      <input
        ref={file}
        type="file"
        accept=".orm,.txt,text/plain"
        className="unseen"
        tabIndex={-1}
        aria-label="Model file"
        onChange={take}
      />
      <Button
        small
        variant="quiet"
        onClick={() => download(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'model.orm')}
      >
        Save as a file
      </Button>
    </div>
  )
}
