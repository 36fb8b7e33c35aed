import { Link } from '@tanstack/react-router'
import type { Token, Tokens } from 'marked'
import { Fragment, useRef, type ReactNode } from 'react'
import { CopyButton } from '@/components/copy_button'
import { useScrolls } from '@/lib/use_scrolls'
import styles from './docs.module.css'
import { isHeading, plainText, resolveLink, type DocPage, type Heading } from './pages'

/** A page's text in the console's look. */
export function Markdown({ page }: { page: DocPage }) {
  let heading = 0
  return page.tokens.map((token, index) => (
    <Block key={index} page={page} token={token} heading={isHeading(token) ? page.headings[heading++] : undefined} />
  ))
}

function Block({ page, token, heading }: { page: DocPage; token: Token; heading?: Heading | undefined }) {
  switch (token.type) {
    case 'heading':
      return heading === undefined ? null : <Title page={page} token={token as Tokens.Heading} heading={heading} />
    case 'paragraph':
      return (
        <p>
          <Inline page={page} tokens={token.tokens} />
        </p>
      )
    case 'code':
      return <Code text={(token as Tokens.Code).text} />
    case 'table':
      return <Table page={page} table={token as Tokens.Table} />
    case 'list':
      return <Items page={page} list={token as Tokens.List} />
    case 'space':
      return null
    default:
      return <Inline page={page} tokens={[token]} />
  }
}

function Title({ page, token, heading }: { page: DocPage; token: Tokens.Heading; heading: Heading }) {
  const Level = heading.depth <= 2 ? 'h2' : 'h3'
  return (
    <Level id={heading.id}>
      <Inline page={page} tokens={token.tokens} />
      <Link
        to="/docs/$page"
        params={{ page: page.name }}
        hash={heading.id}
        className={styles['anchor']}
        aria-label={`Link to “${heading.text}”`}
      >
        #
      </Link>
    </Level>
  )
}

function Scrolled({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(frame)
  return (
    <div
      ref={frame}
      className={className}
      // What scrolls must be reachable by keyboard.
      {...(scrolls ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {})}
    >
      {children}
    </div>
  )
}

function Code({ text }: { text: string }) {
  return (
    <div className={styles['code']}>
      <Scrolled label="Code" className={styles['code_text'] ?? ''}>
        <pre>
          <code>{text}</code>
        </pre>
      </Scrolled>
      <CopyButton text={text} variant="quiet" className={styles['copy']} />
    </div>
  )
}

function Table({ page, table }: { page: DocPage; table: Tokens.Table }) {
  const align = (at: number) => (table.align[at] === 'right' ? styles['right'] : undefined)
  return (
    <Scrolled label="Table" className={styles['table'] ?? ''}>
      <table>
        <thead>
          <tr>
            {table.header.map((cell, at) => (
              <th key={at} scope="col" className={align(at)}>
                <Inline page={page} tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, at) => (
                <td key={at} className={align(at)}>
                  <Inline page={page} tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}

function Items({ page, list }: { page: DocPage; list: Tokens.List }) {
  const List = list.ordered ? 'ol' : 'ul'
  return (
    <List {...(list.ordered && list.start !== '' && list.start !== 1 ? { start: list.start } : {})}>
      {list.items.map((item, index) => (
        <li key={index}>
          {item.tokens.map((token, at) => (
            <Block key={at} page={page} token={token} />
          ))}
        </li>
      ))}
    </List>
  )
}

function Inline({ page, tokens }: { page: DocPage; tokens: readonly Token[] | undefined }): ReactNode {
  return tokens?.map((token, index) => <Fragment key={index}>{inline(page, token)}</Fragment>)
}

function inline(page: DocPage, token: Token): ReactNode {
  switch (token.type) {
    case 'text':
      return 'tokens' in token ? <Inline page={page} tokens={token.tokens} /> : (token as Tokens.Text).text
    case 'escape':
      return (token as Tokens.Escape).text
    case 'strong':
      return (
        <strong>
          <Inline page={page} tokens={token.tokens} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inline page={page} tokens={token.tokens} />
        </em>
      )
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>
    case 'br':
      return <br />
    case 'link':
      return <DocLink page={page} token={token as Tokens.Link} />
    case 'image':
      return <Picture page={page} token={token as Tokens.Image} />
    default:
      throw new Error(`${page.file} has Markdown that is not rendered: ${token.type}`)
  }
}

function DocLink({ page, token }: { page: DocPage; token: Tokens.Link }) {
  const target = resolveLink(page, token.href)
  const text = <Inline page={page} tokens={token.tokens} />
  switch (target.kind) {
    case 'page':
      return target.page === 'index' ? (
        <Link to="/docs" hash={target.hash}>
          {text}
        </Link>
      ) : (
        <Link to="/docs/$page" params={{ page: target.page }} hash={target.hash}>
          {text}
        </Link>
      )
    case 'source':
      return plainText(token).includes(target.file) ? (
        text
      ) : (
        <>
          {text} (<code>{target.file}</code>)
        </>
      )
    case 'image':
    case 'outside':
      return (
        <a href={target.address} target="_blank" rel="noreferrer">
          {text}
        </a>
      )
  }
}

function Picture({ page, token }: { page: DocPage; token: Tokens.Image }) {
  const target = resolveLink(page, token.href)
  if (target.kind !== 'image') throw new Error(`${page.file}: there is no picture ${token.href}`)
  return <img src={target.address} alt={token.text} loading="lazy" />
}
