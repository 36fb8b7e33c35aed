/** Text that can be read on any of the look's colours. Pure. */

function channel(part: number): number {
  const share = part / 255
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Red, green and blue of a hex colour, whole or short (a built page has `#fff` for `#ffffff`); null for anything else. */
export function rgbOf(colour: string): readonly [number, number, number] | null {
  const given = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour.trim())?.[1]
  if (given === undefined) return null
  const hex = given.length === 3 ? given.replaceAll(/./g, '$&$&') : given
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [part(0), part(2), part(4)]
}

/** Relative luminance of a hex colour by WCAG; null for anything else. */
export function luminance(colour: string): number | null {
  const rgb = rgbOf(colour)
  if (rgb === null) return null
  return 0.2126 * channel(rgb[0]) + 0.7152 * channel(rgb[1]) + 0.0722 * channel(rgb[2])
}

export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a) ?? 0, luminance(b) ?? 0].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const DARK = '#10151d'
const LIGHT = '#ffffff'

/** The ink, dark or light, that reads better on a colour. */
export function inkOn(colour: string): string {
  return contrast(colour, DARK) >= contrast(colour, LIGHT) ? DARK : LIGHT
}

/** `a` with a share of `b` in it, both hex. */
export function mixHex(a: string, b: string, share: number): string {
  const [from, to] = [rgbOf(a) ?? [0, 0, 0], rgbOf(b) ?? [0, 0, 0]]
  const mixed = from.map((part, at) => Math.round(part + ((to[at] ?? 0) - part) * share))
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
