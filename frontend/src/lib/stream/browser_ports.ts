import type { HubPorts } from './hub'
import { pageSchedule } from './observable'

/** The real thing: the console's own stream over a WebSocket of the same origin. */
export function browserPorts(): HubPorts {
  return {
    connect: () => {
      const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
      const socket = new WebSocket(`${scheme}//${location.host}/api/v1/stream`)
      socket.binaryType = 'arraybuffer'
      return socket
    },
    now: () => Date.now(),
    timer: (ms, run) => {
      const handle = setTimeout(run, ms)
      return () => clearTimeout(handle)
    },
    random: () => Math.random(),
    schedule: pageSchedule,
  }
}
