import { useQuery } from '@tanstack/react-query'
import type { NodeView } from '@/api/contracts'
import { queries } from '@/api/queries'
import { useTopic } from './stream'

export interface Fleet {
  readonly nodes: readonly NodeView[]
  /** What to run on another machine to make it a node. */
  readonly join_command: string
  /** False until it is known from somewhere. */
  readonly ready: boolean
  /** Why it is not known. */
  readonly error: Error | null
  readonly retry: () => void
}

const POLL_MS = 2_000

/** The fleet: from the live stream, and by asking as long as the stream has not spoken. */
export function useFleet(): Fleet {
  const live = useTopic('fleet')
  const asked = useQuery({ ...queries.nodes(), enabled: !live.ready, refetchInterval: live.ready ? false : POLL_MS })
  const retry = () => void asked.refetch()
  if (live.ready) return { nodes: live.nodes, join_command: live.join_command, ready: true, error: null, retry }
  return {
    nodes: asked.data?.items ?? [],
    join_command: asked.data?.join_command ?? '',
    ready: asked.data !== undefined,
    error: asked.data === undefined ? asked.error : null,
    retry,
  }
}
