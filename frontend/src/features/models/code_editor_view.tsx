import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import type { ModelError } from '@/api/contracts'
import { CodeEditor } from './code_editor'
import styles from './models.module.css'

export interface EditorHandle {
  readonly goTo: (error: Pick<ModelError, 'line' | 'column'>) => void
}

interface CodeEditorViewProps {
  text: string
  errors: readonly ModelError[]
  /** Attributes of the text for readers of screens. */
  aria: Readonly<Record<string, string>>
  onChange: (text: string) => void
  ref?: Ref<EditorHandle>
}

/** Loaded when a model is edited: the editor is a chunk of its own. */
export default function CodeEditorView({ text, errors, aria, onChange, ref }: CodeEditorViewProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<CodeEditor | null>(null)
  const latest = useRef({ text, aria, onChange })
  useEffect(() => {
    latest.current = { text, aria, onChange }
  })
  useEffect(() => {
    if (host.current === null) return
    const made = new CodeEditor(host.current, latest.current.text, {
      aria: latest.current.aria,
      onChange: (next) => latest.current.onChange(next),
    })
    editor.current = made
    return () => {
      made.destroy()
      editor.current = null
    }
  }, [])
  useEffect(() => editor.current?.setText(text), [text])
  useEffect(() => editor.current?.setErrors(errors), [errors, text])
  const aria_text = JSON.stringify(aria)
  useEffect(() => editor.current?.setAria(JSON.parse(aria_text) as Record<string, string>), [aria_text])
  useImperativeHandle(ref, () => ({ goTo: (error) => editor.current?.goTo(error) }), [])
  return <div ref={host} className={styles['editor']} />
}
