import { useQuery } from '@tanstack/react-query'
import { queries } from '@/api/queries'
import type { Json } from '@/lib/document/json'
import { withDefaults, type ObjectNode } from '@/lib/document/model'
import type { NewRunSearch } from './new_run_search'

/** What a new run starts from: the document that changes are counted against. */
export interface Origin {
  /** Names the draft in this tab's storage. */
  readonly key: string
  /** In words, for the page. */
  readonly words: string
  /** Set if it is a preset: the run then says so. */
  readonly preset: string | null
  /** Number of the run, if it is one: a changed run then gets a name of its own. */
  readonly run: number | null
  readonly spec: Json
}

export function presetKey(name: string): string {
  return `preset ${name}`
}

export type OriginState =
  | { readonly state: 'ready'; readonly origin: Origin }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly title: string; readonly error: Error; readonly retry: () => void }

/** From a preset, from another run, or blank, as the address says. */
export function useOrigin(search: NewRunSearch, model: ObjectNode | null): OriginState {
  const presets = useQuery({ ...queries.presets(), enabled: search.preset !== undefined })
  const run = useQuery({ ...queries.run(search.from ?? ''), enabled: search.from !== undefined, staleTime: Infinity })
  if (model === null) return { state: 'loading' }
  const ready = (origin: Omit<Origin, 'spec'>, spec: unknown): OriginState => ({
    state: 'ready',
    origin: { ...origin, spec: withDefaults(model, spec as Json) },
  })

  if (search.from !== undefined) {
    if (run.isError) {
      const retry = () => void run.refetch()
      return { state: 'failed', title: `Run ${search.from} cannot be the start of a new run`, error: run.error, retry }
    }
    if (run.data === undefined) return { state: 'loading' }
    const { summary, spec } = run.data
    const { id, number, name } = summary
    return ready({ key: `run ${id}`, words: `run ${number}, ${name}`, preset: null, run: number }, spec)
  }
  if (search.preset !== undefined) {
    const retry = () => void presets.refetch()
    const title = `The preset ${search.preset} cannot be loaded`
    if (presets.isError) return { state: 'failed', title, error: presets.error, retry }
    if (presets.data === undefined) return { state: 'loading' }
    const preset = presets.data.items.find((item) => item.name === search.preset)
    if (preset === undefined) {
      const names = presets.data.items.map((item) => item.name).join(', ')
      return {
        state: 'failed',
        title,
        error: new Error(`There is no preset of that name. There are: ${names}.`),
        retry,
      }
    }
    const { name, title: words, spec } = preset
    return ready({ key: presetKey(name), words, preset: name, run: null }, spec)
  }
  return ready({ key: 'blank', words: 'the defaults', preset: null, run: null }, {})
}
