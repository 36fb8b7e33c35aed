import { useCallback, useSyncExternalStore } from 'react'

/** The width below which pages show lists in two lines; as in the style sheets. */
export const NARROW = '(max-width: 639px)'

/** Whether the window matches a media query, now and after each change. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
