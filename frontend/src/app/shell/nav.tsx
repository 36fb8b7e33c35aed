import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { BrandMark } from '@/components/brand_mark'
import { Icon } from '@/components/icon'
import { Kbd } from '@/components/kbd'
import { formatCount } from '@/lib/format/number'
import { useTopic } from '@/lib/stream'
import { usePages } from './pages'
import styles from './nav.module.css'
import { ThemeSwitch } from './theme_switch'

/** The width below which the links are one row; as in the style sheet. */
const NARROW_NAV = '(max-width: 899px)'

export function Nav({ onPalette, onShortcuts }: { onPalette: () => void; onShortcuts: () => void }) {
  const fleet = useTopic('fleet')
  const runs = useTopic('runs')
  const pages = usePages()
  const links = useRef<HTMLUListElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    const current = links.current?.querySelector<HTMLElement>('[aria-current]')
    if (current !== null && current !== undefined) center(current, links.current)
  }, [path, pages])
  const online = fleet.nodes.filter((node) => node.state === 'online').length
  const counts: Readonly<Record<string, { text: string; meaning: string } | undefined>> = {
    '/fleet': fleet.ready ? { text: formatCount(online), meaning: `${online} online` } : undefined,
    '/runs': runs.ready ? { text: formatCount(runs.total), meaning: `${runs.total} runs` } : undefined,
  }
  return (
    <nav className={styles['nav']} aria-label="Main">
      <Link to="/" className={styles['brand']} aria-label="Orrery, home">
        <BrandMark />
        Orrery
      </Link>
      <ul ref={links}>
        {pages.map(({ to, label, icon }) => {
          const count = counts[to]
          return (
            <li key={to}>
              <Link
                to={to}
                className={styles['link']}
                activeOptions={{ includeSearch: false, exact: to === '/' }}
                onFocus={(event) => center(event.currentTarget, links.current)}
              >
                <Icon name={icon} />
                {label}
                {count === undefined ? null : (
                  <b className="tabular" title={count.meaning} aria-hidden="true">
                    {count.text}
                  </b>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
      <div className={styles['foot']}>
        <ThemeSwitch />
        <button type="button" className={styles['hint']} onClick={onPalette}>
          Command palette <Kbd>Ctrl K</Kbd>
        </button>
        <button type="button" className={styles['hint']} onClick={onShortcuts}>
          Shortcuts <Kbd>?</Kbd>
        </button>
      </div>
    </nav>
  )
}

/** In a narrow window the links are one row that scrolls: the middle of it is this link. */
function center(link: HTMLElement, row: HTMLElement | null) {
  // Asked before any size is read: that would lay the whole page out, also where nothing scrolls.
  if (row !== null && matchMedia(NARROW_NAV).matches)
    row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}
