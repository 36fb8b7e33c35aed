import { Link, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { EmptyState } from '@/components/empty_state'
import { Icon } from '@/components/icon'
import { PageHeader } from '@/components/page_header'
import { plural } from '@/lib/format/number'
import { useShortcuts } from '@/lib/shortcuts/shortcuts'
import styles from './docs.module.css'
import { searchDocs, type Found } from './docs_index'
import { Markdown } from './markdown'
import { pages, sections, type DocPage } from './pages'

/** From this many headings on, a page begins with its contents. */
const LONG = 4

/** The user guide and its search. Both are part of the console's build: no server is asked. */
export function DocsPage() {
  const { page: name = 'index' } = useParams({ strict: false })
  const { q = '' } = useSearch({ strict: false })
  const page = pages.get(name)
  return (
    <div className={styles['docs']}>
      <aside className={styles['side']}>
        <SearchField query={q} />
        <PageList />
      </aside>
      <div className={styles['main']}>
        {q.trim() !== '' ? (
          <Results query={q} />
        ) : page === undefined ? (
          <Unknown name={name} />
        ) : (
          <Article page={page} />
        )}
      </div>
    </div>
  )
}

function SearchField({ query }: { query: string }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  // What was typed, until the address has it.
  const [typed, setTyped] = useState<string | null>(null)
  useShortcuts([{ keys: '/', label: 'Search the docs', group: 'Docs', run: () => input.current?.focus() }])
  const search = (text: string) => {
    setTyped(text)
    void navigate({ to: '.', search: text === '' ? {} : { q: text }, replace: true, resetScroll: false }).then(() =>
      setTyped((now) => (now === text ? null : now)),
    )
  }
  const openFirst = () => {
    const [first] = searchDocs(typed ?? query)
    if (first === undefined) return
    setTyped(null)
    void navigate({ to: '/docs/$page', params: { page: first.page }, hash: first.hash, search: {} })
  }
  return (
    <div className={styles['search']} role="search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label="Search the docs"
        placeholder="Search the docs"
        value={typed ?? query}
        onChange={(event) => search(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') openFirst()
        }}
      />
    </div>
  )
}

function PageList() {
  return (
    <nav className={styles['pages']} aria-label="Pages of the docs">
      <Link to="/docs" activeOptions={{ exact: true, includeSearch: false, includeHash: false }}>
        Overview
      </Link>
      {sections.map((section) => (
        <section key={section.title} aria-label={section.title}>
          <h2>{section.title}</h2>
          <ul>
            {section.pages.map(({ name, title }) => (
              <li key={name}>
                <Link to="/docs/$page" params={{ page: name }} activeOptions={{ includeSearch: false }}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function Article({ page }: { page: DocPage }) {
  const chapters = page.headings.filter(({ depth }) => depth === 2)
  const hash = useLocation({ select: (location) => location.hash })
  // The router scrolls to the anchor before the page is loaded, so the page scrolls again.
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView()
  }, [hash, page])
  return (
    <>
      <PageHeader title={page.title} crumb={page.name === 'index' ? 'Docs' : <Link to="/docs">Docs</Link>} />
      {chapters.length < LONG ? null : (
        <nav className={styles['contents']} aria-label="On this page">
          <ul>
            {chapters.map(({ id, text }) => (
              <li key={id}>
                <Link to="/docs/$page" params={{ page: page.name }} hash={id}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <article className={styles['article']} aria-label={page.title}>
        <Markdown page={page} />
      </article>
    </>
  )
}

function Results({ query }: { query: string }) {
  const found = useMemo(() => searchDocs(query), [query])
  return (
    <>
      <PageHeader title={`Docs: ${query}`} crumb={<Link to="/docs">Docs</Link>} />
      <p role="status" className={styles['count']}>
        {found.length === 0 ? `No page has “${query}”. Try fewer words.` : plural(found.length, 'passage')}
      </p>
      <ol className={styles['results']}>
        {found.map((result) => (
          <Result key={`${result.page}#${result.hash}`} result={result} />
        ))}
      </ol>
    </>
  )
}

function Result({ result: { page, title, hash, heading, excerpt } }: { result: Found }) {
  return (
    <li>
      <Link to="/docs/$page" params={{ page }} hash={hash} search={{}}>
        {heading === '' ? title : `${title}: ${heading}`}
      </Link>
      <p>{excerpt.map(({ text, marked }, index) => (marked ? <mark key={index}>{text}</mark> : text))}</p>
    </li>
  )
}

function Unknown({ name }: { name: string }) {
  return (
    <>
      <PageHeader title="There is no such page" crumb={<Link to="/docs">Docs</Link>} />
      <EmptyState title={`The docs have no page “${name}”`}>Search, or choose a page of the list.</EmptyState>
    </>
  )
}
