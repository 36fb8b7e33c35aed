import { workload_records } from '@/api/workloads'

/** Short names of documents as people say them. What is not here is shown as it is, with spaces for underscores. */
const TERMS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(workload_records.map(({ kind, title }) => [kind, title])),
  auto: 'automatic',
  shm: 'shared memory',
  uds: 'Unix socket',
  tcp: 'TCP',
  tcp_per_message: 'TCP, a connection a message',
  mailer: 'TCP through a mailer',
  tls: 'TCP with TLS',
  fifo: 'FIFO',
  futex: 'futex',
  spin_then_futex: 'spin, then futex',
  none: 'none',
  rating: 'by CPU rating',
  equal: 'equal',
  by_hand: 'by hand',
  latency: 'by rating and latency',
  by_monitor: 'a message to each, by monitor id',
  by_name: 'one to all, by name',
  fastest: 'fastest nodes',
  named: 'chosen nodes',
  above_threshold: 'above the threshold',
  manual: 'by hand',
  shipped: 'shipped model',
  text: 'own text',
  'air-traffic': 'air-traffic sector',
  nak_multicast: 'multicast, the sender repairs',
  region_multicast: 'multicast, regions repair',
  dds: 'Cyclone DDS',
  norm: 'NORM',
  best_effort: 'best effort',
  minimum_rate: 'minimum rate',
  state_consistent: 'state consistent',
  one_shot: 'one shot',
  udp: 'UDP',
  impairment_bundler_limiter: 'impairment, bundler, rate limiter',
  impairment_limiter_bundler: 'impairment, rate limiter, bundler',
  bundler_impairment_limiter: 'bundler, impairment, rate limiter',
  bundler_limiter_impairment: 'bundler, rate limiter, impairment',
  limiter_impairment_bundler: 'rate limiter, impairment, bundler',
  limiter_bundler_impairment: 'rate limiter, bundler, impairment',
  orrery: 'Orrery',
  helics: 'HELICS',
  central_fel: 'one list',
  multi_fel: 'a list each',
  distributed: 'over nodes',
  quaternary_heap: '4-ary heap',
  bytes_32: '32 B',
  bytes_128: '128 B',
}

export function termLabel(term: string): string {
  return term === '' ? 'none' : (TERMS[term] ?? term.replaceAll('_', ' '))
}

/** A title within a sentence: `CPUs` stays, `Event population` begins small. */
export function inSentence(title: string): string {
  return /^[A-Z]{2}/.test(title) ? title : title.slice(0, 1).toLowerCase() + title.slice(1)
}
