import { useEffect, useRef } from 'react'
import type { RunEvent } from '@/api/contracts'
import { useToaster } from '@/components/toasts'

/** Says what becomes of moves by hand, whoever asked for them, from now on. */
export function useMoveNews(events: readonly RunEvent[]): void {
  const toaster = useToaster()
  const told = useRef<number | null>(null)
  useEffect(() => {
    const last = events.at(-1)?.sequence
    if (last === undefined) return
    const since = told.current
    told.current = last
    if (since === null) return
    for (const event of events) {
      if (event.sequence <= since) continue
      if (event.name === 'move.done') toaster.say(sentence(event.text))
      if (event.name === 'move.refused') toaster.fail('Nothing was moved', new Error(event.text))
    }
  }, [events, toaster])
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
