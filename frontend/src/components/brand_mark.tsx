/** A small brass sun with two orbits; public/favicon.svg is the same drawing. */
export function BrandMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" fill="none" aria-hidden="true">
      <ellipse cx="13" cy="13" rx="11.4" ry="4.9" transform="rotate(-24 13 13)" stroke="var(--ink)" strokeWidth="1.5" />
      <circle cx="13" cy="13" r="7.2" stroke="var(--ink-3)" strokeWidth="1.1" />
      <circle cx="13" cy="13" r="3.1" fill="var(--brass)" />
      <circle cx="23.1" cy="8.2" r="2.1" fill="var(--act)" />
      <circle cx="8.2" cy="18.2" r="1.6" fill="var(--node-2)" />
    </svg>
  )
}
