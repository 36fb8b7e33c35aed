import { textParam, type RawSearch } from '@/lib/search'

/** The view state of this page that is in the address. */
export interface RunSearch {
  /** The repeat that charts show, from 0. */
  readonly repeat?: number
  /** The series that is shown: `step_time`, an activity, a gauge. */
  readonly series?: string
  /** The part of it that is seen, in seconds: `12.5-20`. */
  readonly zoom?: string
}

export function parseRunSearch(raw: RawSearch): RunSearch {
  const search: { repeat?: number; series?: string; zoom?: string } = {}
  const repeat = textParam(raw, 'repeat')
  if (repeat !== undefined && /^\d{1,5}$/.test(repeat)) search.repeat = Number(repeat)
  const series = textParam(raw, 'series')
  if (series !== undefined) search.series = series
  const zoom = textParam(raw, 'zoom')
  if (zoom !== undefined && zoomOf(zoom) !== null) search.zoom = zoom
  return search
}

/** Seconds from and to; null if it does not say that. */
export function zoomOf(text: string | undefined): readonly [number, number] | null {
  const match = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(text ?? '')
  if (match === null) return null
  const [from, to] = [Number(match[1]), Number(match[2])]
  return to > from ? [from, to] : null
}
