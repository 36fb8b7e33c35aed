/** Search over titles, headings and text of the docs. The browser makes the index at the first search. */
import MiniSearch from 'minisearch'
import { isHeading, pages, plainText } from './pages'

interface Part {
  readonly id: number
  readonly page: string
  readonly title: string
  /** Empty for the text above the first heading. */
  readonly hash: string
  readonly heading: string
  readonly text: string
}

export interface Excerpt {
  readonly text: string
  readonly marked: boolean
}

export interface Found {
  readonly page: string
  readonly title: string
  readonly hash: string
  readonly heading: string
  readonly excerpt: readonly Excerpt[]
}

const MOST_FOUND = 30
/** Characters of an excerpt, and how many of them may stand before its first marked word. */
const EXCERPT_LENGTH = 200
const EXCERPT_BEFORE = 60

function readParts(): Part[] {
  const parts: Part[] = []
  for (const page of pages.values()) {
    let at = 0
    let part = { hash: '', heading: '', text: [] as string[] }
    const close = () => {
      if (part.hash !== '' || part.text.length > 0)
        parts.push({ ...part, text: part.text.join(' '), id: parts.length, page: page.name, title: page.title })
    }
    for (const token of page.tokens) {
      if (isHeading(token)) {
        close()
        const heading = page.headings[at++]
        part = { hash: heading?.id ?? '', heading: heading?.text ?? '', text: [] }
      } else if (token.type !== 'space') part.text.push(plainText(token).replaceAll(/\s+/g, ' '))
    }
    close()
  }
  return parts
}

let made: { readonly parts: readonly Part[]; readonly index: MiniSearch<Part> } | null = null

function searchIndex() {
  if (made === null) {
    const parts = readParts()
    const index = new MiniSearch<Part>({
      fields: ['title', 'heading', 'text'],
      searchOptions: {
        boost: { title: 5, heading: 3 },
        prefix: true,
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        combineWith: 'AND',
      },
    })
    index.addAll(parts)
    made = { parts, index }
  }
  return made
}

/** The part of a text around the first of the words, with all of them marked. */
function excerptOf(text: string, words: readonly string[]): Excerpt[] {
  const escaped = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  const first = text.search(pattern)
  const begin = first <= EXCERPT_BEFORE ? 0 : text.lastIndexOf(' ', first - EXCERPT_BEFORE) + 1
  const shown = text.slice(begin, begin + EXCERPT_LENGTH)
  // `split` keeps what the pattern captures at the odd places.
  const parts = shown.split(pattern).map((part, at) => ({ text: part, marked: at % 2 === 1 }))
  return [
    ...(begin > 0 ? [{ text: '… ', marked: false }] : []),
    ...parts.filter((part) => part.text !== ''),
    ...(begin + EXCERPT_LENGTH < text.length ? [{ text: ' …', marked: false }] : []),
  ]
}

export function searchDocs(query: string): Found[] {
  if (query.trim() === '') return []
  const { parts, index } = searchIndex()
  return index
    .search(query)
    .slice(0, MOST_FOUND)
    .flatMap(({ id, terms }) => {
      const part = parts[id as number]
      return part === undefined ? [] : [{ ...part, excerpt: excerptOf(part.text, terms) }]
    })
}
