/**
 * Which theme is shown: the viewer's choice, kept in this browser, or the system's. public/theme.js does the same before
 * the first paint. Storage that is forbidden is no error: the choice then lasts as long as the page.
 */
export type ThemeChoice = 'system' | 'light' | 'dark'
export type Theme = 'light' | 'dark'

export interface ThemeState {
  readonly choice: ThemeChoice
  readonly theme: Theme
}

export interface ThemeStore {
  readonly get: () => ThemeState
  readonly choose: (choice: ThemeChoice) => void
  readonly subscribe: (listener: () => void) => () => void
}

const KEY = 'orrery.theme'
const CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark']

function stored(): ThemeChoice {
  try {
    const text = localStorage.getItem(KEY)
    return CHOICES.find((choice) => choice === text) ?? 'system'
  } catch {
    return 'system'
  }
}

/** Owns the theme of `root`; listens to the system and to the other tabs of this browser for the life of the page. */
export function createThemeStore(root: HTMLElement): ThemeStore {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const listeners = new Set<() => void>()
  const resolve = (choice: ThemeChoice): ThemeState => ({
    choice,
    theme: choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice,
  })
  let state = resolve(stored())
  const show = (choice: ThemeChoice): void => {
    state = resolve(choice)
    root.dataset['theme'] = state.theme
    for (const listener of listeners) listener()
  }
  show(state.choice)
  dark.addEventListener('change', () => show(state.choice))
  addEventListener('storage', (event) => {
    if (event.key === KEY) show(stored())
  })
  // Paper is light.
  addEventListener('beforeprint', () => (root.dataset['theme'] = 'light'))
  addEventListener('afterprint', () => (root.dataset['theme'] = state.theme))
  return {
    get: () => state,
    choose(choice) {
      try {
        localStorage.setItem(KEY, choice)
      } catch {
        // The choice lasts as long as the page then.
      }
      show(choice)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
