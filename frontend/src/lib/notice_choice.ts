/** Whether this browser notifies of runs that end: the viewer's choice, kept in this browser, and the browser's permission. */
import { useSyncExternalStore } from 'react'

const KEY = 'orrery.notices'
const listeners = new Set<() => void>()
/** In a browser that forbids storage, the choice lasts as long as the page. */
let unstored: boolean | null = null

function chosen(): boolean {
  if (unstored !== null) return unstored
  try {
    return localStorage.getItem(KEY) === 'on'
  } catch {
    return false
  }
}

/** `unknown`: the browser has no notifications, or the address of the console is not secure. */
export type NoticeState = 'on' | 'off' | 'refused' | 'unknown'

export function noticeState(): NoticeState {
  if (typeof Notification === 'undefined' || !window.isSecureContext) return 'unknown'
  if (Notification.permission === 'denied') return 'refused'
  return chosen() && Notification.permission === 'granted' ? 'on' : 'off'
}

/** Asks the browser for permission where it is needed. */
export async function chooseNotices(wanted: boolean): Promise<void> {
  if (wanted && Notification.permission === 'default') await Notification.requestPermission()
  try {
    localStorage.setItem(KEY, wanted ? 'on' : 'off')
    unstored = null
  } catch {
    unstored = wanted
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export function useNoticeState(): NoticeState {
  return useSyncExternalStore(subscribe, noticeState)
}
