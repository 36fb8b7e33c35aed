import { createContext, use, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createThemeStore, type ThemeState, type ThemeStore } from './theme'

const ThemeContext = createContext<ThemeStore | null>(null)

export function ThemeProvider({ children }: { children: ReactNode }) {
  const [store] = useState(() => createThemeStore(document.documentElement))
  return <ThemeContext value={store}>{children}</ThemeContext>
}

/** The theme shown, and how to choose another. Charts draw again when `theme` changes. */
export function useTheme(): ThemeState & Pick<ThemeStore, 'choose'> {
  const store = use(ThemeContext)
  if (store === null) throw new Error('useTheme needs a ThemeProvider above it')
  const state = useSyncExternalStore(store.subscribe, store.get)
  return { ...state, choose: store.choose }
}
