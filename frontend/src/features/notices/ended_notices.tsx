import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { answer, api } from '@/api/client'
import type { GroupSummary, RunSummary } from '@/api/contracts'
import { useNoticeState } from '@/lib/notice_choice'
import { groupNotices, newlyEnded, runNotice, type Notice } from './ended'

/** A hidden tab does not follow the stream, so this asks; browsers let a hidden tab ask once a minute. */
const LOOK_MS = 10_000
/** Of the newest runs and groups. */
const LOOKED_AT = 50

/** Notifies by browser of runs, sweeps and suites that end, and of those that are worse than a baseline. */
export function EndedNotices() {
  return useNoticeState() === 'on' ? <Watch /> : null
}

interface Look {
  readonly runs: readonly RunSummary[]
  readonly groups: readonly GroupSummary[]
}

function Watch() {
  const found = useQuery({
    queryKey: ['notices'],
    queryFn: async ({ signal }): Promise<Look> => {
      const query = { limit: LOOKED_AT }
      const [runs, groups] = await Promise.all([
        answer(api.GET('/api/v1/runs', { params: { query }, signal })),
        answer(api.GET('/api/v1/groups', { params: { query }, signal })),
      ])
      return { runs: runs.items, groups: groups.items }
    },
    refetchInterval: LOOK_MS,
    refetchIntervalInBackground: true,
    retry: false,
  })
  const before = useRef<Look | null>(null)
  useEffect(() => {
    if (found.data === undefined) return
    const now = found.data
    for (const run of newlyEnded(before.current?.runs ?? null, now.runs)) {
      const notice = runNotice(run)
      if (notice !== null) show(notice)
    }
    for (const group of newlyEnded(before.current?.groups ?? null, now.groups)) void tellGroup(group)
    before.current = now
  }, [found.data])
  return null
}

async function tellGroup(group: GroupSummary): Promise<void> {
  const path = { group: group.id }
  // Without an answer, that it has ended is still worth saying.
  const worse = await answer(api.GET('/api/v1/groups/{group}/worse', { params: { path } })).catch(() => ({ items: [] }))
  for (const notice of groupNotices(group, worse)) show(notice)
}

function show({ tag, title, body, address }: Notice): void {
  const notification = new Notification(title, { body, tag })
  notification.onclick = () => {
    window.focus()
    window.location.assign(address)
  }
}
