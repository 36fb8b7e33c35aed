import type { WorkloadRecord } from '@/api/workloads'

/** A page of the docs, and where on it. */
export interface Help {
  readonly page: string
  readonly hash?: string
}

/** The page of the docs about the task of each page of the console. */
export const HELP = {
  access: { page: 'access' },
  compare: { page: 'statistics' },
  fleet: { page: 'nodes' },
  group: { page: 'sweeps-and-suites', hash: 'its-page' },
  idle: { page: 'statistics', hash: 'idle-waiting-for-messages-or-for-a-cpu' },
  new_run: { page: 'first-run', hash: '3-change-one-parameter' },
  run: { page: 'first-run', hash: '2-watch-the-run' },
  runs: { page: 'store' },
  settling: { page: 'statistics', hash: 'repeat-until-the-result-is-settled' },
  studies: { page: 'sweeps-and-suites', hash: 'the-studies' },
  suites: { page: 'sweeps-and-suites', hash: 'a-suite' },
  sweep: { page: 'sweeps-and-suites', hash: 'a-sweep' },
  trends: { page: 'trends' },
  webhooks: { page: 'webhooks' },
} as const satisfies Record<string, Help>

/** The page about each kind of workload, where one is. */
export const WORKLOAD_HELP: Readonly<Partial<Record<WorkloadRecord['kind'], Help>>> = {
  universe_steps: { page: 'behaviours' },
  universe_migration: { page: 'migration' },
  process_activity: { page: 'migration' },
  messaging: { page: 'messages' },
  networked_systems: { page: 'networked-systems' },
  rti_latency: { page: 'rti-benchmarks' },
  rti_throughput: { page: 'rti-benchmarks' },
  rti_time_advance: { page: 'rti-benchmarks' },
  rti_integrated: { page: 'rti-benchmarks' },
  rti_stress: { page: 'rti-benchmarks' },
  federation_mix: { page: 'federation-mix' },
  phold: { page: 'event-simulation' },
  fel_test: { page: 'event-simulation' },
  thread_test: { page: 'event-simulation' },
  primitives: { page: 'event-simulation' },
  hold: { page: 'event-simulation' },
  model_language: { page: 'models' },
}
