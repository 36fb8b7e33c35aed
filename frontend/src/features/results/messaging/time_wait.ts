/** Sockets in TIME-WAIT while a run goes on, as its windows told them. Pure. */
import type { Series } from '@/api/contracts'

export interface TimeWaitPoint {
  /** Since the measured part began, at the window's end. */
  readonly at_s: number
  readonly sockets: number | null
  readonly message_ns: number | null
}

const valuesOf = (series: Series, name: string) => series.columns.find((one) => one.name === name)?.values ?? []

export function timeWaitPoints(series: Series): readonly TimeWaitPoint[] {
  const sockets = valuesOf(series, 'time_wait')
  const message = valuesOf(series, 'message_time.mean')
  let at_s = 0
  return valuesOf(series, 'window_ns').map((window, row) => {
    at_s += (window ?? 0) * 1e-9
    return { at_s, sockets: sockets[row] ?? null, message_ns: message[row] ?? null }
  })
}
