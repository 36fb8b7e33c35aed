import type { Preset, Suite } from '@/api/contracts'
import { workloadFamily, type ShownFamily } from '../results/registry'

export interface SuiteFamily {
  readonly family: ShownFamily
  readonly suites: readonly Suite[]
}

/** Suites by what their first item runs; families and suites stay in the order of the list. Pure. */
export function suiteFamilies(suites: readonly Suite[], presets: readonly Preset[]): SuiteFamily[] {
  const familyOf = ({ items: [first] }: Suite) => {
    const base = first?.sweep.base
    const spec = base?.spec ?? presets.find(({ name }) => name === base?.preset)?.spec
    return workloadFamily(spec?.workload.kind ?? '')
  }
  const told = suites.map((suite) => ({ suite, family: familyOf(suite) }))
  return [...new Set(told.map(({ family }) => family))].map((family) => ({
    family,
    suites: told.filter((one) => one.family === family).map(({ suite }) => suite),
  }))
}
