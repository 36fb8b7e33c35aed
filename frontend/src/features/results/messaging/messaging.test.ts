import { describe, expect, it } from 'vitest'
import type { PublishedTable, Series } from '@/api/contracts'
import { publishedMarks } from './published'
import { timeWaitPoints } from './time_wait'

const table = {
  id: 'uss.messaging',
  columns: ['figure', 'value'],
  rows: [
    ['tcp_connect_gateway_ms', 11],
    ['network_throughput_pentium_mbyte_s', 0.762],
  ],
} as unknown as PublishedTable

describe('published figures of message passing', () => {
  it('stand beside the metric that they are about, in its unit', () => {
    expect(publishedMarks(table, 'send.connect')).toEqual([{ label: 'i486 50 MHz, QNX', value: 11e6, published: true }])
    expect(publishedMarks(table, 'throughput.bytes')[0]?.value).toBe(762_000)
    expect(publishedMarks(table, 'latency')).toEqual([])
    expect(publishedMarks(undefined, 'send.connect')).toEqual([])
  })
})

describe('sockets in TIME-WAIT', () => {
  it('stand at the end of their windows', () => {
    const series = {
      columns: [
        { name: 'window_ns', values: [1e8, 2e8, null] },
        { name: 'time_wait', values: [10, 30, null] },
        { name: 'message_time.mean', values: [50_000, 70_000, null] },
      ],
    } as unknown as Series
    expect(timeWaitPoints(series)).toEqual([
      { at_s: expect.closeTo(0.1) as number, sockets: 10, message_ns: 50_000 },
      { at_s: expect.closeTo(0.3) as number, sockets: 30, message_ns: 70_000 },
      { at_s: expect.closeTo(0.3) as number, sockets: null, message_ns: null },
    ])
  })
})
