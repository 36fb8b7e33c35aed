/** Line icons on a 16 px grid, in the colour of the text. They accompany words or an accessible name; never alone. */
const PATHS = {
  access: 'M6 10.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8.800 7.500h5.200M12 7.500v2.500',
  archive: 'M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 8.5h3',
  arrow_down: 'M8 3v10M4 9l4 4 4-4',
  arrow_up: 'M8 13V3M4 7l4-4 4 4',
  check: 'M3 8.5l3.2 3.2L13 5',
  chevron_down: 'M4 6l4 4 4-4',
  chevron_right: 'M6 4l4 4-4 4',
  chevron_up: 'M4 10l4-4 4 4',
  close: 'M4 4l8 8M12 4l-8 8',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  docs: 'M4 2.500h5l3 3v8h-8zM9 2.500v3h3M6 8.500h4M6 11h4',
  external: 'M9 3h4v4M13 3L7.5 8.5M11 9.5V13H3V5h3.5',
  fleet: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01',
  home: 'M2.500 7.500L8 3l5.500 4.500M4 6.500v7h8v-7',
  plus: 'M8 3v10M3 8h10',
  compare: 'M5 3v10M5 5h6M5 9h4M5 13h8',
  reference:
    'M3 3.2c2-.6 3.800-.3 5 .8 1.200-1.100 3-1.400 5-.8v9.300c-2-.6-3.800-.3-5 .8-1.200-1.100-3-1.400-5-.8zM8 4v9.300',
  retry: 'M13 8a5 5 0 1 1-1.600-3.700M13 2.500v2.800h-2.800',
  runs: 'M2.500 4h11M2.500 8h11M2.500 12h7',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.700 10.700L14 14',
  settings:
    'M2.500 5h6M12 5h1.500M2.500 11h1.500M7.500 11h6M10.200 6.700a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400zM5.800 12.700a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400z',
  studies: 'M4 2.5h8v11l-4-2.500-4 2.500z',
  suites:
    'M2.500 2.500h4.500v4.500h-4.500zM9 2.500h4.500v4.500h-4.500zM2.500 9h4.500v4.500h-4.500zM9 11.200l1.500 1.500 3-3.200',
  tag: 'M2.500 2.500h5l6 6-5 5-6-6zM5.300 5.300h.01',
  trash: 'M3 4.500h10M6.500 4.500v-2h3v2M4.200 4.500l.6 9h6.400l.6-9',
  trends: 'M2.500 2.500v11h11M4.500 10h3.500v-5h5',
  warning: 'M8 2.500l6 11H2zM8 6.500v3.500M8 11.900h.01',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
