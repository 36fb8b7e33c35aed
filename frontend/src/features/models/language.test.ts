import { EditorState } from '@codemirror/state'
import { ensureSyntaxTree, getIndentation } from '@codemirror/language'
import { describe, expect, it } from 'vitest'
import { model_language } from './language'

const text = [
  'UNIVERSE Sky { // a comment',
  '  CONSTANT most : INTEGER = 3;',
  '  PROPERTY name : STRING = "a \\"quoted\\" one";',
  '  /* over',
  '     lines */ PROPERTY awake : BOOLEAN = TRUE;',
  '',
  '}',
].join('\n')

function stateOf(doc: string): EditorState {
  return EditorState.create({ doc, extensions: [model_language] })
}

/** What each piece of text is coloured as. */
function coloured(doc: string): string[] {
  const found: string[] = []
  const tree = ensureSyntaxTree(stateOf(doc), doc.length, 5_000)
  tree?.iterate({
    enter: ({ name, from, to }) => {
      if (name !== 'Document' && name !== 'punctuation') found.push(`${name}: ${doc.slice(from, to)}`)
    },
  })
  return found
}

describe('the language in the editor', () => {
  it('tells keywords, types, names, values and comments', () => {
    const pieces = coloured(text)
    for (const piece of [
      'keyword: UNIVERSE',
      'definition: Sky',
      'comment: // a comment',
      'typeName: INTEGER',
      'number: 3',
      'string: "a \\"quoted\\" one"',
      'atom: TRUE',
      'definition: awake',
    ]) {
      expect(pieces).toContain(piece)
    }
    expect(pieces.filter((piece) => piece.startsWith('comment')).join(' ')).toContain('lines */')
  })

  it('tells the words and values of a constraint', () => {
    expect(coloured('CONSTRAINT fast = NOT (speed <= 0.5 OR at[2].x > 1e-3) AND seen = TRUE;')).toEqual([
      'keyword: CONSTRAINT',
      'definition: fast',
      'keyword: NOT',
      'variableName: speed',
      'number: 0.5',
      'keyword: OR',
      'variableName: at',
      'number: 2',
      'variableName: x',
      'number: 1e-3',
      'keyword: AND',
      'variableName: seen',
      'atom: TRUE',
    ])
  })

  it('indents by the braces that are open', () => {
    const state = stateOf(text)
    expect(getIndentation(state, state.doc.line(6).from)).toBe(2)
    expect(getIndentation(state, state.doc.line(7).from)).toBe(0)
  })
})
