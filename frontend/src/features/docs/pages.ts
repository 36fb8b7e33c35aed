/** The user guide and the formats, from the Markdown files of docs/. */
import { lexer, type Token, type Tokens } from 'marked'

const INDEX = 'docs/user/README.md'
const ABOVE = '../../../../'

const texts = import.meta.glob<string>(['../../../../docs/user/*.md', '../../../../docs/formats/*.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const images = import.meta.glob<string>('../../../../docs/images/*', {
  query: '?url',
  import: 'default',
  eager: true,
})

export interface Heading {
  readonly id: string
  readonly text: string
  readonly depth: number
}

export interface DocPage {
  /** In the address: `nodes`; the index is `index`. */
  readonly name: string
  /** From the root of the repository. */
  readonly file: string
  readonly title: string
  /** Without the title. */
  readonly tokens: readonly Token[]
  /** In the order of the tokens that are headings. */
  readonly headings: readonly Heading[]
}

export interface Section {
  readonly title: string
  readonly pages: readonly DocPage[]
}

/** Where a link of a page leads. `source`: a file that is only in the repository. */
export type Target =
  | { readonly kind: 'page'; readonly page: string; readonly hash: string }
  | { readonly kind: 'image'; readonly address: string }
  | { readonly kind: 'outside'; readonly address: string }
  | { readonly kind: 'source'; readonly file: string }

/** Words of a token without marks. */
export function plainText(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [header, ...rows].map((row) => row.map((cell) => allText(cell.tokens)).join(' ')).join(' ')
  }
  if (token.type === 'list') return (token as Tokens.List).items.map(plainText).join(' ')
  if ('tokens' in token) return allText(token.tokens)
  return 'text' in token && typeof token.text === 'string' ? token.text : ''
}

function allText(tokens: readonly Token[]): string {
  return tokens.map(plainText).join('')
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function readHeadings(tokens: readonly Token[]): Heading[] {
  const seen = new Map<string, number>()
  return tokens.filter(isHeading).map((token) => {
    const text = plainText(token)
    const id = slug(text)
    const before = seen.get(id) ?? 0
    seen.set(id, before + 1)
    return { id: before === 0 ? id : `${id}-${before}`, text, depth: token.depth }
  })
}

export function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading'
}

/** Only the title is read at once: reading the 41 pages takes 0.1 s of processor time. */
function readPage(file: string, text: string): DocPage {
  const [title] = lexer(text.split('\n', 1)[0] ?? '')
  if (title === undefined || !isHeading(title)) throw new Error(`${file} does not begin with a title`)
  const name = file === INDEX ? 'index' : file.replace(/^.*\//, '').replace(/\.md$/, '')
  let body: Pick<DocPage, 'tokens' | 'headings'> | null = null
  const read = () => {
    if (body === null) {
      const tokens = lexer(text).slice(1)
      body = { tokens, headings: readHeadings(tokens) }
    }
    return body
  }
  return {
    name,
    file,
    title: plainText(title),
    get tokens() {
      return read().tokens
    },
    get headings() {
      return read().headings
    },
  }
}

const fileOf = (path: string) => path.replace(ABOVE, '')

export const pages: ReadonlyMap<string, DocPage> = new Map(
  Object.entries(texts).map(([path, text]) => {
    const page = readPage(fileOf(path), text)
    return [page.name, page]
  }),
)
if (pages.size !== Object.keys(texts).length) throw new Error('two pages of docs/ have one name')

const names = new Map([...pages.values()].map((page) => [page.file, page.name]))
const pictures = new Map(Object.entries(images).map(([path, address]) => [fileOf(path), address]))

export function resolveLink(from: DocPage, link: string): Target {
  if (/^[a-z]+:/i.test(link)) return { kind: 'outside', address: link }
  const [path = '', hash = ''] = link.split('#')
  if (path === '') return { kind: 'page', page: from.name, hash }
  const file = new URL(path, `file:///${from.file}`).pathname.slice(1)
  const page = names.get(file)
  if (page !== undefined) return { kind: 'page', page, hash }
  const address = pictures.get(file)
  return address === undefined ? { kind: 'source', file } : { kind: 'image', address }
}

/** Links within a page or a part of it. */
export function linksOf(tokens: readonly Token[]): Tokens.Link[] {
  return tokens.flatMap((token): Tokens.Link[] => {
    if (token.type === 'link') return [token as Tokens.Link]
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table
      return [header, ...rows].flat().flatMap((cell) => linksOf(cell.tokens))
    }
    if (token.type === 'list') return linksOf((token as Tokens.List).items)
    return 'tokens' in token ? linksOf(token.tokens) : []
  })
}

function readSections(): readonly Section[] {
  const index = pages.get('index')
  if (index === undefined) throw new Error(`${INDEX} is missing`)
  const found: { title: string; pages: DocPage[] }[] = []
  const placed = new Set<string>()
  for (const token of index.tokens) {
    if (isHeading(token)) found.push({ title: plainText(token), pages: [] })
    for (const link of linksOf([token])) {
      const target = resolveLink(index, link.href)
      const page = target.kind === 'page' ? pages.get(target.page) : undefined
      if (page === undefined || placed.has(page.name)) continue
      placed.add(page.name)
      found.at(-1)?.pages.push(page)
    }
  }
  return found.filter((section) => section.pages.length > 0)
}

/** The parts of the index with the pages that each links to; a page stands where it is first linked. */
export const sections = readSections()
