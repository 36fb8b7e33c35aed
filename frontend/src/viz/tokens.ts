/**
 * Colours and fonts of the look for engines that draw on a canvas; SVG takes `var(--token)` directly.
 */
import { rgbOf } from './contrast'

const NODE_COLOURS = 8

export interface Tokens {
  readonly ink: string
  readonly ink_2: string
  readonly ink_3: string
  readonly line: string
  readonly line_strong: string
  readonly surface: string
  readonly brass: string
  readonly act: string
  readonly bad: string
  readonly font: string
  node(colour: number): string
}

export function readTokens(element: Element): Tokens {
  const style = getComputedStyle(element)
  const value = (name: string) => style.getPropertyValue(name).trim()
  return {
    ink: value('--ink'),
    ink_2: value('--ink-2'),
    ink_3: value('--ink-3'),
    line: value('--line'),
    line_strong: value('--line-strong'),
    surface: value('--surface'),
    brass: value('--brass'),
    act: value('--act'),
    bad: value('--bad'),
    font: value('--font'),
    node: (colour) => value(`--node-${nodeColourIndex(colour)}`),
  }
}

function nodeColourIndex(colour: number): number {
  return (((((Math.trunc(colour) || 1) - 1) % NODE_COLOURS) + NODE_COLOURS) % NODE_COLOURS) + 1
}

const ACTIVITY_TOKENS: readonly (readonly [RegExp, string])[] = [
  [/migrat/, '--k-migration'],
  [/manag/, '--k-manager'],
  [/wait/, '--k-wait'],
  [/idle|poll/, '--k-idle'],
  [/state|relay|forward/, '--k-state'],
  [/update|notify|step|compute/, '--k-update'],
]
const SPARE_TOKENS = ['--node-6', '--node-7', '--node-5', '--node-3', '--node-4'] as const

/**
 * The colour of each activity of a breakdown, as CSS: the tokens where a name has one, spare colours in order where it
 * has none or its own is taken.
 */
export function activityColours(names: readonly string[]): Map<string, string> {
  const taken = new Set<string>()
  const colours = new Map<string, string>()
  for (const name of names) {
    const token = ACTIVITY_TOKENS.find(([pattern]) => pattern.test(name))?.[1]
    if (token !== undefined && !taken.has(token)) {
      taken.add(token)
      colours.set(name, `var(${token})`)
    }
  }
  let spare = 0
  for (const name of names) {
    if (colours.has(name)) continue
    colours.set(name, `var(${SPARE_TOKENS[spare % SPARE_TOKENS.length] ?? '--node-8'})`)
    spare += 1
  }
  return colours
}

/** Calls back when the theme changes; the result stops it. */
export function followTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] })
  return () => observer.disconnect()
}

/** A CSS colour of the tokens (hex) with transparency. */
export function withAlpha(colour: string, alpha: number): string {
  const rgb = rgbOf(colour)
  return rgb === null ? colour : `rgb(${rgb.join(' ')} / ${alpha})`
}
