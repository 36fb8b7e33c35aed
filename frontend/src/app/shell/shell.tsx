import { Outlet, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useShortcuts, type Shortcut } from '@/lib/shortcuts/shortcuts'
import { useTheme } from '@/lib/theme/use_theme'
import { CommandPalette } from './command_palette'
import { ConnectionBanner } from './connection_banner'
import { Nav } from './nav'
import { usePages } from './pages'
import styles from './shell.module.css'
import { ShortcutsDialog } from './shortcuts_dialog'
import { StoreBanner } from './store_banner'

/** What is around every page: navigation, palette, shortcuts, and whether the console's server is there and can store. */
export function Shell() {
  const [over, setOver] = useState<'palette' | 'shortcuts' | null>(null)
  const navigate = useNavigate()
  const { theme, choose } = useTheme()
  const close = () => setOver(null)
  const pages = usePages()
  const shortcuts: Shortcut[] = [
    { keys: 'Mod+k', label: 'Command palette', group: 'Everywhere', run: () => setOver('palette') },
    { keys: '?', label: 'This list', group: 'Everywhere', run: () => setOver('shortcuts') },
    {
      keys: 't',
      label: 'Light or dark',
      group: 'Everywhere',
      run: () => choose(theme === 'dark' ? 'light' : 'dark'),
    },
    ...pages.map(({ to, label, keys }) => ({ keys, label, group: 'Pages', run: () => void navigate({ to }) })),
  ]
  useShortcuts(shortcuts)
  return (
    <div className={styles['app']}>
      <a className={styles['skip']} href="#main">
        Skip to the content
      </a>
      <Nav onPalette={() => setOver('palette')} onShortcuts={() => setOver('shortcuts')} />
      <main id="main" className={styles['main']} tabIndex={-1}>
        <StoreBanner />
        <Outlet />
      </main>
      <ConnectionBanner />
      {over === 'palette' ? <CommandPalette onClose={close} /> : null}
      {over === 'shortcuts' ? <ShortcutsDialog onClose={close} /> : null}
    </div>
  )
}
