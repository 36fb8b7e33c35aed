import { describe, expect, it } from 'vitest'
import type { DataPath } from '@/api/contracts'
import { dataPathChips } from './data_path_chips'

const plain: DataPath = {
  transportation: 'reliable',
  reliable: 'channels',
  region_nodes: 40,
  best_effort: 'udp',
  groups: 0,
  repeat_ms: 1_000,
  held: { bytes: 8_192, timeout_us: 100 },
  bundling: { bytes: 0, timeout_us: 200 },
  rate_limit: { messages_per_s: 0, bytes_per_s: 0 },
  impairment: {
    delay_ms: 0,
    jitter: 'none',
    jitter_ms: 0,
    delay_trace_ms: [],
    loss_trace: [],
    loss_share: 0,
    burst_loss_share: 0,
    burst_packets: 10,
    duplicate_share: 0,
    reorder_share: 0,
    mbit_s: 0,
  },
  extra_copies: 0,
  order: 'impairment_bundler_limiter',
}

describe('what sets a data path apart', () => {
  it('is nothing for plain channels', () => {
    expect(dataPathChips(plain)).toEqual([])
  })

  it('is what is held, bundled and limited', () => {
    expect(dataPathChips({ ...plain, held: { bytes: 0, timeout_us: 100 } })).toEqual(['nothing held'])
    expect(
      dataPathChips({
        ...plain,
        transportation: 'state_consistent',
        held: { bytes: 65_536, timeout_us: 100 },
        bundling: { bytes: 1_000, timeout_us: 200 },
        extra_copies: 2,
        rate_limit: { messages_per_s: 500, bytes_per_s: 1e6 },
      }),
    ).toEqual([
      'state consistent by UDP',
      'held to 65.5\u00a0kB',
      'bundles of 1.00\u00a0kB',
      'extra copies: 2',
      'at most 500 messages/s',
      'at most 1.00\u00a0MB/s',
    ])
  })

  it('is the protocol, and what the network does', () => {
    const impairment = { ...plain.impairment, delay_ms: 50, loss_share: 0.05 }
    expect(dataPathChips({ ...plain, transportation: 'best_effort', impairment })).toEqual([
      'best effort by UDP',
      'delay 50 ms',
      'loss 5.0\u00a0%',
    ])
    const traced = { ...plain.impairment, delay_ms: 50, delay_trace_ms: [40, 95], loss_trace: [0, 0, 1] }
    expect(dataPathChips({ ...plain, impairment: traced })).toEqual([
      'trace of 2 delays',
      'trace of 3 packets, some lost',
    ])
    expect(dataPathChips({ ...plain, reliable: 'nak_multicast' })).toEqual(['reliable multicast, the sender repairs'])
  })
})
