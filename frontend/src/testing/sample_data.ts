/** Realistic documents for tests: a fleet of three hosts and runs in every state. Never used by the product. */
import type {
  NodeFacts,
  NodeView,
  Preset,
  RunSpec,
  RunState,
  RunSummary,
  SummaryMetric,
  UniverseSteps,
} from '@/api/contracts'

export function sampleFacts(hostname: string, changes: Partial<NodeFacts> = {}): NodeFacts {
  return {
    hostname,
    os: 'Debian GNU/Linux 12 (bookworm)',
    kernel: '6.1.0-26-amd64',
    architecture: 'x86_64',
    cpu_model: 'AMD EPYC 7543 32-Core Processor',
    cores: 4,
    cpu_limit: 4,
    memory_bytes: 16_720_000_000,
    machine_id: `machine-${hostname}`,
    address: '10.83.0.1',
    rating: 412.6,
    clock_resolution_ns: 1,
    clock_read_ns: 21.4,
    transports: ['thread', 'shm', 'uds', 'tcp'],
    allocation: null,
    rti_peers: ['helics'],
    third_party_transports: ['dds', 'norm'],
    agent_version: '0.1.0',
    worker_version: '0.1.0',
    build: 'release',
    commit: '9b33f9b',
    ...changes,
  }
}

export function sampleNode(name: string, colour: number, changes: Partial<NodeView> = {}): NodeView {
  return {
    name,
    state: 'online',
    since: '2026-03-03T12:02:00.000Z',
    colour,
    facts: sampleFacts(name),
    load: 0.42,
    busy_share: 0.11,
    memory_available_bytes: 11_300_000_000,
    clock_offset_ns: 18_400,
    clock_offset_error_ns: 42_000,
    current_run: null,
    shares_machine_with: [],
    ...changes,
  }
}

export const sample_nodes: readonly NodeView[] = [
  sampleNode('lyra', 1, { current_run: '01jzq3v5m8c2k4w9x7t6n0r1ab', busy_share: 0.86, load: 3.1 }),
  sampleNode('cygnus', 2, {
    facts: sampleFacts('cygnus', { cpu_limit: 0.33, rating: 138.2, address: '10.83.0.2', memory_bytes: 4_180_000_000 }),
    clock_offset_ns: -312_000,
    clock_offset_error_ns: 61_000,
    busy_share: 0.93,
    current_run: '01jzq3v5m8c2k4w9x7t6n0r1ab',
  }),
  sampleNode('draco', 3, {
    state: 'offline',
    facts: sampleFacts('draco', { cpu_limit: 0.33, rating: 131.9, address: '10.83.0.3' }),
    load: null,
    busy_share: null,
    memory_available_bytes: null,
    clock_offset_ns: null,
    clock_offset_error_ns: null,
  }),
]

const sample_universe: UniverseSteps = {
  kind: 'universe_steps',
  entities: 40,
  behaviour: 'toggle',
  managers: 1,
  monitors: 1,
  steps: 3000,
  warmup_steps: 100,
  process_model: 'process',
  pool_threads: 0,
  state_bytes: 8,
  state: { kind: 'numbers' },
  update_period_steps: 1,
  changing_share: 1,
  update_cost_us: 20,
  manager_cost_us: 0,
  constraint_levels: 16,
  step_control: 'messages',
  state_flow: 'by_monitor',
  link_delay_us: 0,
  link_mbit_s: 0,
  manager_placement: 'master',
  split: { kind: 'rating' },
  oracle: 'auto',
}

export const sample_spec: RunSpec = {
  schema_version: 1,
  name: 'Two nodes, one manager',
  note: '',
  tags: [],
  workload: sample_universe,
  placement: { kind: 'fastest', count: 2, among: '', separate_machines: false },
  repeats: 5,
  seed: '1',
  settling: { within_percent: 0, most_repeats: 30 },
  transports: { local: 'auto', nodes: 'auto', peer_timeout_ms: 10_000 },
  conditions: { wait: 'auto', scheduling_class: 'other', priority: 0, pinning: 'none' },
  telemetry: { enabled: true, interval_ms: 100, max_samples: 200_000 },
  limits: { rendezvous_timeout_ms: 30_000, run_timeout_s: 900 },
}

export const sample_presets: readonly Preset[] = [
  {
    schema_version: 1,
    name: 'universe-two-nodes',
    title: 'Two nodes, one manager',
    summary: '40 entities split by CPU rating over the two fastest nodes, one manager on the master, one monitor.',
    source: 'Universe simulation study, section 6.5.2',
    spec: sample_spec,
  },
  {
    schema_version: 1,
    name: 'universe-pooled-million',
    title: 'A million entities, pooled',
    summary: 'How many steps a second one node makes with a million entities as objects.',
    source: '',
    spec: {
      ...sample_spec,
      name: 'A million entities, pooled',
      workload: { ...sample_universe, entities: 1_000_000, managers: 0, process_model: 'pooled', steps: 300 },
      placement: { kind: 'fastest', count: 1, among: '', separate_machines: false },
      repeats: 1,
    },
  },
]

function headline(step_time_ns: number, repeats: number): SummaryMetric[] {
  const spread = [0.992, 1.003, 0.998, 1.011, 1.0].slice(0, repeats)
  const values = spread.map((factor) => step_time_ns * factor)
  const rates = values.map((value) => 1e9 / value)
  const summary = (given: number[]) => ({
    values: given,
    median: given.toSorted((a, b) => a - b)[Math.floor(given.length / 2)] ?? 0,
    low: Math.min(...given),
    high: Math.max(...given),
    interval: given.length < 5 ? ('range' as const) : ('confidence' as const),
    modes: [],
  })
  return [
    { name: 'step_time.p50', title: 'Step time, median', unit: 'ns', better: 'lower', ...summary(values) },
    { name: 'steps_per_second', title: 'Steps per second', unit: 'steps/s', better: 'higher', ...summary(rates) },
  ]
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** A run id that sorts by `number`, as ULIDs do by time. */
export function sampleRunId(number: number): string {
  let digits = ''
  for (let rest = number; rest > 0; rest = Math.floor(rest / 32)) digits = (ALPHABET[rest % 32] ?? '0') + digits
  return digits.padStart(26, '0').replace(/^00/, '01')
}

export function sampleRun(number: number, changes: Partial<RunSummary> = {}): RunSummary {
  const state: RunState = changes.state ?? 'done'
  const finished = state === 'done'
  return {
    id: sampleRunId(number),
    number,
    name: 'Two nodes, one manager',
    state,
    workload: 'universe_steps',
    created_at: new Date(Date.UTC(2026, 2, 3, 9, 0, 0) + number * 240_000).toISOString(),
    started_at: state === 'queued' ? null : new Date(Date.UTC(2026, 2, 3, 9, 0, 1) + number * 240_000).toISOString(),
    ended_at: ['done', 'failed', 'cancelled'].includes(state)
      ? new Date(Date.UTC(2026, 2, 3, 9, 0, 12) + number * 240_000).toISOString()
      : null,
    tags: [],
    preset: 'universe-two-nodes',
    repeat: finished ? 4 : 2,
    repeats: 5,
    progress: finished ? 1 : state === 'queued' ? 0 : 0.52,
    seconds_left: state === 'running' ? 4.2 : null,
    nodes: ['lyra', 'cygnus'],
    checks_hold: finished ? true : null,
    headline: finished ? headline(412_000 + (number % 7) * 3_100, 5) : [],
    queue_position: state === 'queued' ? 1 : null,
    failure: null,
    archived: false,
    group: null,
    origin: null,
    ...changes,
  }
}

export function sampleRuns(count: number): RunSummary[] {
  const names = ['Two nodes, one manager', 'No manager', 'Three managers on the master', 'A million entities, pooled']
  return Array.from({ length: count }, (_, index) => {
    const number = count - index
    const changes: Partial<RunSummary> = {
      name: names[number % 4] ?? '',
      tags: number % 3 === 0 ? ['managers-study'] : [],
    }
    if (index === 0) {
      return sampleRun(number, { ...changes, state: 'running', id: '01jzq3v5m8c2k4w9x7t6n0r1ab', name: names[0] ?? '' })
    }
    if (index === 1) return sampleRun(number, { ...changes, state: 'queued' })
    if (number % 11 === 0) {
      return sampleRun(number, {
        ...changes,
        state: 'failed',
        checks_hold: null,
        failure: {
          code: 'worker_died',
          phase: 'running',
          repeat: 2,
          node: 'cygnus',
          process: 'entity 17',
          message: 'The process entity 17 on cygnus was killed by signal 9.',
          remedy: 'See whether the node ran out of memory, and retry the run.',
          last_output: [],
        },
      })
    }
    if (number % 13 === 0) return sampleRun(number, { ...changes, state: 'cancelled', checks_hold: null })
    return sampleRun(number, changes)
  })
}
