/** What of a suite is to be run, as its page keeps it. Pure. */
import type { RunSuite, Suite, SuiteItem, SuiteVariant } from '@/api/contracts'

export interface SuiteChoice {
  /** Empty: the suite's default for the nodes that are online. */
  readonly variant: string
  /** Names of items left out. */
  readonly without: readonly string[]
  /** As typed; empty: as the items say. */
  readonly repeats: string
  /** Percent, as typed: repeats are added until results are known so well. Empty: none are added. */
  readonly within: string
  /** `path=value`, one on each line. */
  readonly settings: string
}

export const FIRST_CHOICE: SuiteChoice = { variant: '', without: [], repeats: '', within: '', settings: '' }

/** The first variant that so many nodes suffice for; if none, the one that needs fewest. */
export function defaultVariant(suite: Suite, online: number): string {
  const fewest = [...suite.variants].sort((a, b) => a.nodes - b.nodes)[0]
  return (suite.variants.find((variant) => variant.nodes <= online) ?? fewest)?.name ?? ''
}

export function variantOf(suite: Suite, name: string): SuiteVariant | undefined {
  return suite.variants.find((variant) => variant.name === name)
}

/** Items that a variant has. */
export function itemsOf(suite: Suite, variant: string): readonly SuiteItem[] {
  return suite.items.filter((item) => item.variants.length === 0 || item.variants.includes(variant))
}

/** A whole variant, without any changed setting. */
export function isAsShipped(suite: Suite, { variant, without, repeats, within, settings }: SuiteChoice): boolean {
  return (
    !itemsOf(suite, variant).some((item) => without.includes(item.name)) &&
    [repeats, within, settings].every((text) => text.trim() === '')
  )
}

const SETTING = /^[a-z_][a-z0-9_.[\]]*=.+$/

/** What is wrong with the choice before anything is asked of the server; empty if nothing. */
export function problemOf(suite: Suite, choice: SuiteChoice): string {
  const items = itemsOf(suite, choice.variant)
  if (items.every((item) => choice.without.includes(item.name))) return 'Choose one item at least.'
  const repeats = choice.repeats.trim()
  if (repeats !== '' && !/^([1-9]|[1-9]\d|100)$/.test(repeats))
    return `${repeats} repeats cannot be run: give a number from 1 to 100, or nothing.`
  const within = choice.within.trim()
  if (within !== '' && !(Number(within) > 0 && Number(within) <= 50))
    return `${within} % is not an interval: give a number above 0 and up to 50, or nothing.`
  const wrong = linesOf(choice.settings).find((line) => !SETTING.test(line))
  return wrong === undefined
    ? ''
    : `${wrong} is not a setting: write path=value, for example conditions.pinning=compact.`
}

function linesOf(settings: string): string[] {
  return settings
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export function bodyOf(suite: Suite, choice: SuiteChoice): RunSuite {
  const items = itemsOf(suite, choice.variant)
  const chosen = items.filter((item) => !choice.without.includes(item.name))
  const repeats = choice.repeats.trim()
  const within = choice.within.trim()
  return {
    variant: choice.variant,
    items: chosen.length === items.length ? [] : chosen.map((item) => item.name),
    set: [...linesOf(choice.settings), ...(within === '' ? [] : [`settling.within_percent=${Number(within)}`])],
    repeats: repeats === '' ? null : Number(repeats),
  }
}

/** The same for a command line, which is called as `orrery` says. */
export function suiteCommand(orrery: string, suite: Suite, body: RunSuite): string {
  const parts = [orrery, 'suite', suite.name]
  if (body.variant !== null && suite.variants.length > 1) parts.push(`--variant ${body.variant}`)
  for (const item of body.items) parts.push(`--item ${item}`)
  for (const setting of body.set) parts.push(`--set '${setting.replaceAll("'", `'\\''`)}'`)
  if (body.repeats !== null) parts.push(`--repeats ${body.repeats}`)
  return parts.join(' ')
}
