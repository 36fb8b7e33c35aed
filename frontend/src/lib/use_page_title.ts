import { useEffect } from 'react'

/** Names the tab: `Fleet · Orrery`. The most telling part comes first, because tabs are narrow. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Orrery' : `${title} · Orrery`
  }, [title])
}
