/** What is told of the ways of a federation's data, live and of a run that has ended. Pure. */
import type { PathUse } from '@/api/contracts'

/** What a path counts, in the order in which it is read; `always`: shown though it is zero. */
export interface PathCount {
  readonly name: Exclude<keyof PathUse, 'name' | 'path'>
  readonly title: string
  /** What is left out of a table is named by this. */
  readonly none: string
  readonly always?: boolean
  readonly bytes?: boolean
}

export const LOSSES: readonly PathCount[] = [
  { name: 'lost', title: 'lost', none: 'lost', always: true },
  { name: 'dropped', title: 'dropped', none: 'dropped' },
  { name: 'refused', title: 'refused', none: 'refused' },
  { name: 'naks', title: 'repairs asked', none: 'asked for again' },
  { name: 'repairs_sent', title: 'repairs sent', none: 'sent as a repair' },
  { name: 'repairs_received', title: 'repairs got', none: 'got as a repair' },
]

export const CARRIED: readonly PathCount[] = [
  { name: 'sent', title: 'sent', none: 'sent', always: true },
  { name: 'received', title: 'received', none: 'received', always: true },
]

export const PACKETS: readonly PathCount[] = [
  { name: 'packets_sent', title: 'packets sent', none: 'sent as a packet' },
  { name: 'bytes_sent', title: 'bytes sent', none: 'of bytes', bytes: true },
]

const PATHS: Readonly<Record<string, string>> = {
  channels: 'channels',
  best_effort: 'best effort',
  reliable: 'reliable port',
}

export function pathLabel(path: string): string {
  return PATHS[path] ?? path.replaceAll('_', ' ')
}

/** Those of which there is any, and in words those of which there is none. */
export function countsThatTell(
  counts: readonly PathCount[],
  some: (name: PathCount['name']) => boolean,
): { readonly shown: readonly PathCount[]; readonly none: string | null } {
  const shown = counts.filter((count) => count.always === true || some(count.name))
  const left = counts.filter((count) => !shown.includes(count)).map((count) => count.none)
  const last = left.at(-1)
  if (last === undefined) return { shown, none: null }
  const before = left.slice(0, -1)
  return { shown, none: `Nothing was ${before.length > 0 ? `${before.join(', ')} or ${last}` : last}.` }
}
