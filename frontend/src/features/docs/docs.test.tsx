import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render_page'
import { consoleHandlers, server } from '@/testing/server'
import { searchDocs } from './docs_index'
import { HELP, WORKLOAD_HELP } from '@/lib/help'
import { linksOf, pages, resolveLink, sections } from './pages'

beforeEach(() => {
  server.use(...consoleHandlers({ runs: [], created: [], checked: [], deleted: [] }))
})

describe('the docs', () => {
  it('have no broken link', () => {
    const broken = [...pages.values()].flatMap((page) =>
      linksOf(page.tokens).flatMap(({ href }) => {
        const target = resolveLink(page, href)
        if (target.kind !== 'page')
          return target.kind === 'source' && /^docs\/(user|formats)\//.test(target.file) ? [href] : []
        const there = pages.get(target.page)?.headings.some(({ id }) => id === target.hash)
        return target.hash === '' || there === true ? [] : [`${page.file}: ${href}`]
      }),
    )
    expect(broken).toEqual([])
    expect(pages.size).toBeGreaterThan(30)
  })

  it('list every page in the index', () => {
    const listed = sections.flatMap((section) => section.pages.map(({ name }) => name))
    expect(listed.toSorted()).toEqual([...pages.keys()].filter((name) => name !== 'index').toSorted())
  })

  it('have the page and the heading that each help link of the console names', () => {
    const wrong = [...Object.entries(HELP), ...Object.entries(WORKLOAD_HELP)].filter(([, help]) => {
      const page = pages.get(help.page)
      return page === undefined || ('hash' in help && !page.headings.some(({ id }) => id === help.hash))
    })
    expect(wrong).toEqual([])
  })

  it.each([...pages.keys()])('show %s', async (name) => {
    renderPage(`/docs/${name}`)
    const page = pages.get(name)!
    const article = await screen.findByRole('article', { name: page.title })
    expect(screen.getByRole('heading', { level: 1, name: page.title })).toBeVisible()
    for (const { id } of page.headings) expect(article.querySelectorAll(`[id="${id}"]`)).toHaveLength(1)
  })

  it('lead from page to page, with anchors, and show pictures', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/docs')
    const article = await screen.findByRole('article', { name: 'User guide' })
    await user.click(within(article).getByRole('link', { name: 'First run' }))
    const first_run = await screen.findByRole('article', { name: 'First run' })
    expect(router.state.location.pathname).toBe('/docs/first-run')
    expect(within(first_run).getByRole('img', { name: /live page of a run/ })).toHaveAttribute(
      'src',
      expect.stringContaining('console'),
    )
    const commands = first_run.querySelectorAll('pre')
    expect(commands.length).toBeGreaterThan(0)
    expect(within(first_run).getAllByRole('button', { name: 'Copy' })).toHaveLength(commands.length)
    await user.click(within(first_run).getByRole('link', { name: 'Link to “2. Watch the run”' }))
    expect(router.state.location.hash).toBe('2-watch-the-run')
  })

  it('name a file of the sources that only the repository has', async () => {
    renderPage('/docs/federates')
    const article = await screen.findByRole('article', { name: 'Federates of your own' })
    expect(within(article).getByText('examples/pursuit')).toBeVisible()
  })

  it('say that there is no such page', async () => {
    renderPage('/docs/nowhere')
    expect(await screen.findByRole('heading', { name: 'The docs have no page “nowhere”' })).toBeVisible()
  })
})

describe('the search', () => {
  it.each([
    ['slurm', 'slurm', ''],
    ['false alarms', 'statistics', 'how-often-a-comparison-is-wrong'],
    ['until-settled', 'statistics', 'repeat-until-the-result-is-settled'],
    ['kuber', 'kubernetes', ''],
    ['basline', 'baselines', ''],
  ])('finds “%s” in titles, headings and text', (query, page, hash) => {
    const found = searchDocs(query)
    expect(found.slice(0, 3).map((one) => one.page)).toContain(page)
    if (hash !== '') expect(found.map((one) => `${one.page}#${one.hash}`)).toContain(`${page}#${hash}`)
  })

  it('marks the words in the passage', () => {
    const [first] = searchDocs('lookahead')
    expect(first!.excerpt.filter(({ marked }) => marked).map(({ text }) => text.toLowerCase())).toContain('lookahead')
  })

  it('reads signs as text', () => {
    const [first] = searchDocs('(*+[\\')
    expect(first!.excerpt.filter(({ marked }) => marked).map(({ text }) => text)).toContain('+')
    expect(searchDocs('  ')).toEqual([])
  })

  it('answers as one types, keeps the words in the address, and opens the first passage by Enter', async () => {
    const user = userEvent.setup({ delay: null })
    const { router } = renderPage('/docs')
    await screen.findByRole('article', { name: 'User guide' })
    await user.keyboard('/')
    const field = screen.getByRole('searchbox', { name: 'Search the docs' })
    expect(field).toHaveFocus()
    await user.type(field, 'glossary')
    expect(await screen.findByText(/^\d+ passages?$/)).toBeVisible()
    const [first] = screen.getAllByRole('listitem').filter((item) => item.querySelector('mark, p') !== null)
    expect(within(first!).getByRole('link', { name: 'Glossary' })).toBeVisible()
    expect(router.state.location.search).toEqual({ q: 'glossary' })
    await user.type(field, '{Enter}')
    expect(await screen.findByRole('article', { name: 'Glossary' })).toBeVisible()
    expect(screen.getByRole('searchbox', { name: 'Search the docs' })).toHaveValue('')
  })

  it('says that nothing was found', async () => {
    renderPage('/docs?q=qwertyuiop')
    expect(await screen.findByText('No page has “qwertyuiop”. Try fewer words.')).toBeVisible()
  })
})
