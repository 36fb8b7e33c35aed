import type { IconName } from '@/components/icon'

/** The pages of the navigation, in order; the palette and the shortcuts take them from here. */
export const PAGES = [
  { to: '/fleet', label: 'Fleet', icon: 'fleet', keys: 'g f' },
  { to: '/new', label: 'New run', icon: 'plus', keys: 'n' },
  { to: '/suites', label: 'Suites', icon: 'suites', keys: 'g u' },
  { to: '/studies', label: 'Studies', icon: 'studies', keys: 'g t' },
  { to: '/runs', label: 'Runs', icon: 'runs', keys: 'g r' },
  { to: '/compare', label: 'Compare', icon: 'compare', keys: 'g c' },
  { to: '/reference', label: 'Reference', icon: 'reference', keys: 'g e' },
  { to: '/settings', label: 'Settings', icon: 'settings', keys: 'g s' },
] as const satisfies readonly { to: string; label: string; icon: IconName; keys: string }[]
