import { describe, expect, it } from 'vitest'
import type { FromViewer, StreamData, ToViewer } from '@/api/contracts'
import { encodeBinaryMessage, encodeFrame, window_schema } from '@/testing/encode_frame'
import { StreamClient, type Socket, type TopicListener } from './client'
import type { RawFrame } from './frame'
import { FlushQueue } from './observable'

/** A console that is told what to say, with a clock of its own. */
class FakeConsole {
  time = 1_000
  sockets: FakeSocket[] = []
  timers: { at: number; run: () => void }[] = []
  client = new StreamClient(
    {
      connect: () => {
        const socket = new FakeSocket()
        this.sockets.push(socket)
        return socket
      },
      now: () => this.time,
      timer: (ms, run) => {
        const timer = { at: this.time + ms, run }
        this.timers.push(timer)
        return () => {
          this.timers = this.timers.filter((other) => other !== timer)
        }
      },
      random: () => 1,
    },
    new FlushQueue((run) => run()),
  )

  get socket(): FakeSocket {
    const socket = this.sockets.at(-1)
    if (socket === undefined) throw new Error('not connected')
    return socket
  }

  wait(ms: number): void {
    const end = this.time + ms
    for (;;) {
      const next = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      this.timers = this.timers.filter((timer) => timer !== next)
      this.time = next.at
      next.run()
    }
    this.time = end
  }
}

class FakeSocket implements Socket {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  sent: FromViewer[] = []
  closed = false
  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromViewer)
  }
  close(): void {
    this.closed = true
  }
  say(message: ToViewer): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  asked(kind: FromViewer['kind']): FromViewer[] {
    return this.sent.filter((message) => message.kind === kind)
  }
}

class Heard implements TopicListener {
  fresh_count = 0
  messages: StreamData[] = []
  frames: RawFrame[] = []
  dropped_frames = 0
  refusals: string[] = []
  fresh(): void {
    this.fresh_count += 1
  }
  message(data: StreamData): void {
    this.messages.push(data)
  }
  frame(frame: RawFrame): void {
    this.frames.push(frame)
  }
  dropped(frames: number): void {
    this.dropped_frames += frames
  }
  refused(message: string): void {
    this.refusals.push(message)
  }
}

const fleet: StreamData = { kind: 'fleet', fleet: { items: [], join_command: 'join' } }

function subscribed(part: Partial<ToViewer & { kind: 'subscribed' }> = {}): ToViewer {
  return { kind: 'subscribed', topic: 'fleet', channel: 4, epoch: 'e1', sequence: 10, resumed: false, ...part }
}

function opened(): { page: FakeConsole; heard: Heard; leave: () => void } {
  const page = new FakeConsole()
  const heard = new Heard()
  const leave = page.client.follow('fleet', heard)
  page.client.start()
  page.socket.onopen?.()
  return { page, heard, leave }
}

describe('the stream client', () => {
  it('follows a topic afresh, then resumes behind the last message after a lost connection', () => {
    const { page, heard } = opened()
    expect(page.socket.asked('subscribe')).toEqual([{ kind: 'subscribe', topic: 'fleet', after: null }])
    page.socket.say(subscribed())
    page.socket.say({ kind: 'message', topic: 'fleet', sequence: 10, data: fleet })
    page.socket.say({ kind: 'message', topic: 'fleet', sequence: 12, data: fleet })
    page.socket.onclose?.()
    expect(page.client.connection.snapshot()).toMatchObject({ phase: 'lost', since: 1_000 })
    page.wait(10_000)
    page.socket.onopen?.()
    expect(page.socket.asked('subscribe')).toEqual([
      { kind: 'subscribe', topic: 'fleet', after: { epoch: 'e1', sequence: 12 } },
    ])
    page.socket.say(subscribed({ resumed: true, sequence: 15 }))
    expect(heard.fresh_count).toBe(1)
    expect(heard.messages).toHaveLength(2)
  })

  it('does not resume behind a snapshot that never came', () => {
    const { page } = opened()
    page.socket.say(subscribed())
    page.socket.onclose?.()
    page.wait(10_000)
    page.socket.onopen?.()
    expect(page.socket.asked('subscribe')).toEqual([{ kind: 'subscribe', topic: 'fleet', after: null }])
  })

  it('starts afresh in a new epoch', () => {
    const { page, heard } = opened()
    page.socket.say(subscribed())
    page.socket.say({ kind: 'message', topic: 'fleet', sequence: 10, data: fleet })
    page.socket.onclose?.()
    page.wait(10_000)
    page.socket.onopen?.()
    page.socket.say(subscribed({ epoch: 'e2', sequence: 1 }))
    page.socket.say({ kind: 'message', topic: 'fleet', sequence: 1, data: fleet })
    expect(heard.fresh_count).toBe(2)
    page.client.pause(true)
    page.client.pause(false)
    expect(page.socket.asked('subscribe').at(-1)).toEqual({
      kind: 'subscribe',
      topic: 'fleet',
      after: { epoch: 'e2', sequence: 1 },
    })
  })

  it('gives frames to the topic of their channel and counts what it cannot read', () => {
    const { page, heard } = opened()
    page.socket.say(subscribed())
    page.socket.say({ kind: 'message', topic: 'fleet', sequence: 10, data: fleet })
    const frame = encodeFrame(window_schema, [[1], [2]])
    page.socket.onmessage?.({ data: encodeBinaryMessage(4, 11, frame) })
    page.socket.onmessage?.({ data: encodeBinaryMessage(9, 11, frame) })
    page.socket.onmessage?.({ data: new ArrayBuffer(3) })
    expect(heard.frames).toHaveLength(1)
    expect(page.client.connection.snapshot()).toMatchObject({ phase: 'open', faults: 1 })
  })

  it.each(['{"kind":', '17', 'null', '[]'])('starts over when the console says %s', (text) => {
    const { page } = opened()
    page.socket.onmessage?.({ data: text })
    expect(page.client.connection.snapshot()).toMatchObject({ phase: 'lost', faults: 1 })
    expect(page.socket.closed).toBe(true)
    page.wait(10_000)
    expect(page.sockets.length).toBeGreaterThan(1)
  })

  it('passes on drops and refusals', () => {
    const { page, heard } = opened()
    page.socket.say({ kind: 'dropped', topic: 'fleet', frames: 7 })
    page.socket.say({ kind: 'refusal', topic: 'fleet', message: 'no such run' })
    expect(heard.dropped_frames).toBe(7)
    expect(heard.refusals).toEqual(['no such run'])
  })

  it('follows nothing while it is paused, and goes on where it was', () => {
    const { page, heard } = opened()
    page.socket.say(subscribed())
    page.socket.say({ kind: 'message', topic: 'fleet', sequence: 10, data: fleet })
    page.client.pause(true)
    page.client.follow('runs', heard)
    expect(page.socket.asked('unsubscribe')).toEqual([{ kind: 'unsubscribe', topic: 'fleet' }])
    expect(page.socket.asked('subscribe')).toHaveLength(1)
    page.client.pause(false)
    expect(page.socket.asked('subscribe').slice(1)).toEqual([
      { kind: 'subscribe', topic: 'fleet', after: { epoch: 'e1', sequence: 10 } },
      { kind: 'subscribe', topic: 'runs', after: null },
    ])
  })

  it('notices a cut cable by silence, and tries again with a growing pause', () => {
    const { page } = opened()
    page.wait(30_000)
    expect(page.sockets[0]?.closed).toBe(true)
    expect(page.sockets.length).toBeGreaterThan(1)
    const pauses: number[] = []
    for (let k = 0; k < 8; k += 1) {
      page.socket.onclose?.()
      const { retry_at } = page.client.connection.snapshot()
      pauses.push((retry_at ?? 0) - page.time)
      page.wait(10_000)
    }
    expect(pauses[0]).toBeLessThan(pauses[3] ?? 0)
    expect(Math.max(...pauses)).toBe(5_000)
  })

  it('stays open while the console answers', () => {
    const { page } = opened()
    for (let k = 0; k < 20; k += 1) {
      page.wait(5_000)
      page.socket.say({ kind: 'pong', id: k })
    }
    expect(page.sockets).toHaveLength(1)
    expect(page.socket.asked('ping').length).toBeGreaterThan(10)
  })

  it('leaves no timer and no socket behind', () => {
    const { page, leave } = opened()
    leave()
    expect(page.socket.asked('unsubscribe')).toHaveLength(1)
    page.client.stop()
    expect(page.timers).toEqual([])
    expect(page.socket.closed).toBe(true)
    expect(page.client.connection.snapshot().phase).toBe('idle')
  })
})
