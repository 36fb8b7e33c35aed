import type { HubPorts } from './hub'
import type { Socket } from './client'
import { pageSchedule } from './observable'

/** The real thing: the console's own stream over a WebSocket of the same origin. */
export function browserPorts(): HubPorts {
  return {
    connect,
    now: () => Date.now(),
    timer: (ms, run) => {
      const handle = setTimeout(run, ms)
      return () => clearTimeout(handle)
    },
    random: () => Math.random(),
    schedule: pageSchedule,
  }
}

function connect(): Socket {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  const web_socket = new WebSocket(`${scheme}//${location.host}/api/v1/stream`)
  web_socket.binaryType = 'arraybuffer'
  const socket: Socket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => web_socket.send(text),
    close: () => web_socket.close(),
  }
  web_socket.onopen = () => socket.onopen?.()
  web_socket.onmessage = (event) => socket.onmessage?.({ data: event.data })
  web_socket.onclose = () => socket.onclose?.()
  return socket
}
