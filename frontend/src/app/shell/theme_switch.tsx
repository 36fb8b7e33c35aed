import { useTheme } from '@/lib/theme/use_theme'
import type { ThemeChoice } from '@/lib/theme/theme'
import { classNames } from '@/lib/class_names'
import styles from './theme_switch.module.css'

const CHOICES: readonly { value: ThemeChoice; label: string; drawing: string }[] = [
  {
    value: 'light',
    label: 'Light theme',
    drawing:
      'M8 10.800a2.800 2.800 0 1 0 0-5.600 2.800 2.800 0 0 0 0 5.600zM8 1.500v1.300M8 13.200v1.300M1.500 8h1.300M13.200 8h1.300M3.400 3.400l.9.9M11.700 11.700l.9.9M12.600 3.400l-.9.9M4.300 11.700l-.9.9',
  },
  { value: 'system', label: "The system's theme", drawing: 'M2 3h12v8H2zM5.500 13.500h5M8 11v2.500' },
  { value: 'dark', label: 'Dark theme', drawing: 'M13 9.700A5.500 5.500 0 0 1 6.300 3a5.500 5.500 0 1 0 6.700 6.700z' },
]

/** Light, the system's, dark: three small buttons of which one is pressed. */
export function ThemeSwitch() {
  const { choice, choose } = useTheme()
  return (
    <div className={styles['switch']} role="group" aria-label="Theme">
      {CHOICES.map(({ value, label, drawing }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === choice}
          aria-label={label}
          title={label}
          className={classNames(styles['choice'], value === choice && styles['on'])}
          onClick={() => choose(value)}
        >
          <svg
            width="15"
            height="15"
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden="true"
          >
            <path d={drawing} />
          </svg>
        </button>
      ))}
    </div>
  )
}
