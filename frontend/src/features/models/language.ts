/** The universe modelling language as the editor colours and indents it. Grammar: docs/formats/model-language.md. */
import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StringStream } from '@codemirror/language'
import { tags } from '@lezer/highlight'

const DEFINITIONS = new Set([
  'UNIVERSE',
  'ELEMENT',
  'PROPERTY',
  'CONSTANT',
  'FUNCTION',
  'CONVERTER',
  'ENTITY',
  'CONSTRAINT',
])
const JOINING = new Set(['IN', 'AND', 'OR', 'NOT'])
const TYPES = new Set(['INTEGER', 'LONG', 'REAL', 'DOUBLE', 'BOOLEAN', 'STRING'])
const VALUES = new Set(['TRUE', 'FALSE'])

interface State {
  in_comment: boolean
  depth: number
  /** The last word was one after which a name is defined. */
  defines: boolean
}

function blockComment(stream: StringStream, state: State): string {
  while (!stream.eol()) {
    if (stream.match('*/')) {
      state.in_comment = false
      break
    }
    stream.next()
  }
  return 'comment'
}

function word(text: string, state: State): string {
  const after_definition = state.defines
  state.defines = DEFINITIONS.has(text)
  if (state.defines || JOINING.has(text)) return 'keyword'
  if (TYPES.has(text)) return 'typeName'
  if (VALUES.has(text)) return 'atom'
  return after_definition ? 'definition' : 'variableName'
}

export const model_language = StreamLanguage.define<State>({
  name: 'model',
  languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } }, indentOnInput: /^\s*\}$/ },
  startState: () => ({ in_comment: false, depth: 0, defines: false }),
  tokenTable: { definition: tags.definition(tags.variableName) },
  token(stream, state) {
    if (state.in_comment) return blockComment(stream, state)
    if (stream.eatSpace()) return null
    if (stream.match('//')) {
      stream.skipToEnd()
      return 'comment'
    }
    if (stream.match('/*')) {
      state.in_comment = true
      return blockComment(stream, state)
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string'
    if (stream.match(/^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return 'number'
    const name = stream.match(/^[A-Za-z_]\w*/)
    if (name !== null && typeof name === 'object') return word(name[0], state)
    const sign = stream.next()
    if (sign === '{') state.depth += 1
    if (sign === '}') state.depth = Math.max(0, state.depth - 1)
    return 'punctuation'
  },
  indent: (state, text, { unit }) => unit * Math.max(0, state.depth - (/^\s*\}/.test(text) ? 1 : 0)),
})

/** Colours of the page's own tokens, so that both themes are right. */
export const model_colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.keyword, color: 'var(--act)', fontWeight: '600' },
    { tag: tags.typeName, color: 'var(--brass)' },
    { tag: [tags.atom, tags.number], color: 'var(--warn)' },
    { tag: tags.string, color: 'var(--good)' },
    { tag: tags.comment, color: 'var(--ink-3)', fontStyle: 'italic' },
    { tag: tags.definition(tags.variableName), color: 'var(--ink)', fontWeight: '600' },
    { tag: [tags.variableName, tags.punctuation], color: 'var(--ink-2)' },
  ]),
)
