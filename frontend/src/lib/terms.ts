/** Short names of documents as people say them. What is not here is shown as it is, with spaces for underscores. */
const TERMS: Readonly<Record<string, string>> = {
  auto: 'automatic',
  shm: 'shared memory',
  uds: 'Unix socket',
  tcp: 'TCP',
  tcp_per_message: 'TCP, a connection a message',
  mailer: 'TCP through a mailer',
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
  universe_steps: 'universe steps',
  universe_migration: 'universe migration',
  above_threshold: 'above the threshold',
  manual: 'by hand',
  model_language: 'modelling language',
  shipped: 'shipped model',
  text: 'own text',
  'air-traffic': 'air-traffic sector',
  phold: 'PHOLD',
  fel_test: 'one event list',
  thread_test: 'threads alone',
  primitives: 'primitives',
  process_activity: 'process activity',
  networked_systems: 'networked systems',
  hold: 'hold operation',
  rti_latency: 'RTI latency',
  rti_throughput: 'RTI throughput',
  rti_time_advance: 'RTI time advance',
  rti_integrated: 'RTI throughput and latency at once',
  rti_stress: 'RTI stress',
  federation_mix: 'federation mix',
  central_fel: 'one list',
  multi_fel: 'a list each',
  distributed: 'over nodes',
  quaternary_heap: '4-ary heap',
  bytes_32: '32 B',
  bytes_128: '128 B',
}

export function termLabel(term: string): string {
  return TERMS[term] ?? term.replaceAll('_', ' ')
}

/** A title within a sentence: `CPUs` stays, `Event population` begins small. */
export function inSentence(title: string): string {
  return /^[A-Z]{2}/.test(title) ? title : title.slice(0, 1).toLowerCase() + title.slice(1)
}
