import type { IconName } from '@/components/icon'
import { useMemo } from 'react'
import { useMay, type UserScope } from '@/lib/use_may'

/** The pages of the navigation, in order. `scope`: who else does not see it. */
const PAGES = [
  { to: '/', label: 'Home', icon: 'home', keys: 'g h' },
  { to: '/fleet', label: 'Fleet', icon: 'fleet', keys: 'g f' },
  { to: '/new', label: 'New run', icon: 'plus', keys: 'n', scope: 'operator' },
  { to: '/suites', label: 'Suites', icon: 'suites', keys: 'g u' },
  { to: '/studies', label: 'Studies', icon: 'studies', keys: 'g t' },
  { to: '/runs', label: 'Runs', icon: 'runs', keys: 'g r' },
  { to: '/trends', label: 'Trends', icon: 'trends', keys: 'g n' },
  { to: '/compare', label: 'Compare', icon: 'compare', keys: 'g c' },
  { to: '/reference', label: 'Reference', icon: 'reference', keys: 'g e' },
  { to: '/docs', label: 'Docs', icon: 'docs', keys: 'g d' },
  { to: '/access', label: 'Access', icon: 'access', keys: 'g a', scope: 'admin' },
  { to: '/settings', label: 'Settings', icon: 'settings', keys: 'g s' },
] as const satisfies readonly { to: string; label: string; icon: IconName; keys: string; scope?: UserScope }[]

/** The pages that the person may use; navigation, palette and shortcuts take them from here. */
export function usePages() {
  const may_operate = useMay('operator')
  const may_administer = useMay('admin')
  return useMemo(
    () =>
      PAGES.filter((page) => {
        if (!('scope' in page)) return true
        return page.scope === 'admin' ? may_administer : may_operate
      }),
    [may_operate, may_administer],
  )
}
