/**
 * The editor of a model's text, outside React: CodeMirror with the language's colours, line numbers, undo, search-free and
 * small. Tab leaves it, as it leaves any field; new lines indent themselves.
 */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, Transaction } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import type { ModelError } from '@/api/contracts'
import { model_colours, model_language } from './language'
import { placeOf } from './places'

export interface EditorOptions {
  /** Attributes of the text: id, label, what describes it. */
  readonly aria: Readonly<Record<string, string>>
  readonly onChange: (text: string) => void
}

const look = EditorView.theme({
  '&': { fontSize: 'var(--t-label)', color: 'var(--ink)', background: 'var(--surface)' },
  '&.cm-focused': { outline: '2px solid var(--act)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { background: 'var(--sunken)', color: 'var(--ink-3)', border: '0' },
  '.cm-activeLine': { background: 'color-mix(in srgb, var(--act-soft) 38%, transparent)' },
  '.cm-activeLineGutter': { background: 'var(--act-soft)', color: 'var(--ink-2)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--act-soft)',
  },
  '.cm-matchingBracket': { background: 'var(--brass-soft)', outline: '0' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintPoint-error::after': { borderBottomColor: 'var(--bad)' },
  '.cm-tooltip': { background: 'var(--surface)', color: 'var(--ink)', border: '1px solid var(--line-strong)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
})

export class CodeEditor {
  readonly #view: EditorView
  readonly #attributes = new Compartment()

  constructor(host: HTMLElement, text: string, options: EditorOptions) {
    this.#view = new EditorView({
      parent: host,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          drawSelection(),
          history(),
          indentOnInput(),
          indentUnit.of('  '),
          bracketMatching(),
          lintGutter(),
          model_language,
          model_colours,
          look,
          keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
          this.#attributes.of(EditorView.contentAttributes.of(options.aria)),
          EditorView.updateListener.of((update) => {
            const by_hand = update.transactions.some((one) => one.annotation(Transaction.remote) !== true)
            if (update.docChanged && by_hand) options.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
  }

  /** Takes the text over if it is another one, so that it can be undone; the listener is not told. */
  setText(text: string): void {
    const now = this.#view.state.doc
    if (now.toString() === text) return
    this.#view.dispatch({
      changes: { from: 0, to: now.length, insert: text },
      annotations: Transaction.remote.of(true),
    })
  }

  setAria(aria: Readonly<Record<string, string>>): void {
    this.#view.dispatch({ effects: this.#attributes.reconfigure(EditorView.contentAttributes.of(aria)) })
  }

  /** Errors of the text as it is now: underlined, in the gutter, and told at the place. */
  setErrors(errors: readonly ModelError[]): void {
    const text = this.#view.state.doc.toString()
    const diagnostics = errors.map((error) => ({
      ...placeOf(text, error),
      severity: 'error' as const,
      message: error.message,
    }))
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics))
  }

  /** Puts the cursor to an error's place, and the keyboard into the text. */
  goTo(error: Pick<ModelError, 'line' | 'column'>): void {
    const { from } = placeOf(this.#view.state.doc.toString(), error)
    this.#view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
    this.#view.focus()
  }

  destroy(): void {
    this.#view.destroy()
  }
}
