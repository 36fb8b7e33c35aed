import type { Comparison, RunDocument, RunState, RunSummary } from '@/api/contracts'
import { window_schema } from './encode_frame'
import { sampleConclusion } from './sample_group'
import { sample_spec, sampleFacts, sampleRun } from './sample_data'

/** How a run ended, as the console says it. */
const outcomes: Partial<Record<RunState, string>> = {
  done: 'Done in 11 s. All 2 checks passed in every repeat.',
  failed: 'Failed after 11 s. 5 finished repeats are kept.',
  cancelled: 'Cancelled after 11 s. No repeat was finished.',
}

/** A finished run of two nodes with all that its page shows. */
export function sampleDocument(changes: Partial<RunSummary> = {}): RunDocument {
  const summary = sampleRun(121, changes)
  const metric = (name: string, title: string, value: number) => ({
    name,
    title,
    value,
    unit: 'ns',
    better: 'lower' as const,
  })
  const repeats = summary.state === 'done' ? 5 : 0
  return {
    summary,
    spec: { ...sample_spec, name: summary.name },
    nodes: ['lyra', 'cygnus'].map((name, index) => ({
      index,
      name,
      colour: index + 1,
      load_before: 0.1,
      busy_share_before: index === 0 ? 0.02 : 0.6,
      waiting: null,
      assigned: index === 0 ? '30 entities, 1 manager' : '10 entities',
      entities: null,
      facts: sampleFacts(name),
    })),
    metrics: repeats === 0 ? [] : summary.headline,
    repeats: Array.from({ length: repeats }, (_, repeat) => ({
      repeat,
      state: 'done' as const,
      started_at: summary.started_at,
      ended_at: summary.ended_at,
      metrics: [],
      messages: [
        {
          kind: 'state_from_entity',
          title: 'State update from entity',
          expected: '120000',
          counted: '120000',
          bytes: '2880000',
        },
        {
          kind: 'state_to_manager',
          title: 'State update to manager',
          expected: '120000',
          counted: '120000',
          bytes: '2880000',
        },
      ],
      checks: [
        { name: 'message_counts', title: 'Messages of every kind', holds: true, expected: '240000', found: '240000' },
        { name: 'state_checksum', title: "State equals the oracle's", holds: true, expected: '17', found: '17' },
      ],
      state_checksum: '17',
      migrations: [],
      traces: [],
      quality: { grade: 'quiet' as const, reason: '' },
      replaces: null,
      replaced_by: null,
      nodes: [0, 1].map((node_index) => ({
        node_index,
        metrics: [
          metric('step_time.p50', 'Step time, median', 412_000),
          metric('activity.update', 'Update (notify), mean of a step', 300_000),
          metric('activity.wait', 'Wait for master, mean of a step', node_index * 100_000),
          metric('activity.migration', 'Migration, mean of a step', 0),
        ],
        messages: [],
        paths: [
          {
            name: 'federate 0',
            path: 'reliable',
            sent: 4_000,
            received: 0,
            lost: 0,
            dropped: 0,
            refused: 12,
            naks: 0,
            repairs_sent: 37,
            repairs_received: 0,
            packets_sent: 900,
            packets_received: 80,
            bytes_sent: 512_000,
            bytes_received: 4_096,
            system_calls: 700,
          },
        ],
        processes: [
          {
            name: `universe manager`,
            pid: 100 + node_index,
            user_us: 1_500_000,
            system_us: 20_000,
            voluntary_switches: 12,
            involuntary_switches: 3,
            minor_faults: 400,
            major_faults: 0,
            elapsed_us: 4_000_000,
            block_reads: 0,
            block_writes: 16,
            signals: 0,
            peak_rss_bytes: 9_000_000,
          },
        ],
        state_checksum: '8',
        elapsed_ns: '1200000000',
        samples_dropped: 0,
        sample_stride: 1,
        surroundings: null,
      })),
    })),
    events: [
      {
        sequence: 1,
        at: summary.created_at,
        repeat: null,
        node: '',
        name: 'state.queued',
        text: 'Waits for its nodes.',
        step: null,
        migration: null,
      },
      {
        sequence: 2,
        at: summary.created_at,
        repeat: 0,
        node: 'cygnus',
        name: 'slow_start',
        text: 'took 2 s',
        step: '17',
        migration: null,
      },
    ],
    schemas: [window_schema],
    versions: ['console 0.1.0', 'worker 0.1.0'],
    precision: null,
    outcome: outcomes[summary.state] ?? '',
    annotations: [],
    window_modes: [],
  }
}

/** Three runs with 0, 1 and 3 managers, compared with the first. */
export function sampleComparison(): Comparison {
  const managers = ['0', '1', '3']
  const medians = [20_000, 27_000, 41_000]
  const runs = managers.map((count, at) => {
    const summary = sampleRun(121 + at, { name: `${count} managers` })
    const median = medians[at] ?? 0
    return {
      summary,
      label: `managers ${count}`,
      doubts: at === 1 ? ['node lyra was 79 % busy before the start.'] : [],
      metrics: [
        {
          name: 'step_time.p50',
          title: 'Step time, median',
          unit: 'ns',
          better: 'lower' as const,
          values: [0.99, 1, 1.01, 1.02, 0.98].map((factor) => median * factor),
          median,
          low: median * 0.98,
          high: median * 1.02,
          interval: 'confidence' as const,
          modes: [],
        },
        {
          name: 'bytes_per_step',
          title: 'Bytes of a step',
          unit: 'B',
          better: 'neither' as const,
          values: [0, 0, 0],
          median: 0,
          low: 0,
          high: 0,
          interval: 'range' as const,
          modes: [],
        },
      ],
    }
  })
  const id = (at: number) => runs[at]?.summary.id ?? ''
  return {
    baseline: id(0),
    conclusion: sampleConclusion({ findings: ['3 managers: slower, the median step time 2.05 times the baseline.'] }),
    verdict: 'worse',
    runs,
    settings_compared: 32,
    differences: [
      { path: 'nodes.0.load_before', title: 'Load before', kind: 'fact', values: ['0.04', '0.31', '0.05'] },
      { path: 'workload.managers', title: 'Managers', kind: 'setting', values: managers },
    ],
    metrics: [1, 2].flatMap((at) => [
      {
        run: id(at),
        metric: 'bytes_per_step',
        title: 'Bytes of a step',
        unit: 'B',
        better: 'neither' as const,
        baseline_median: 0,
        baseline_modes: [],
        modes: [],
        median: 0,
        ratio: null,
        ratio_low: null,
        ratio_high: null,
        superiority: 0.5,
        p_value: 1,
        p_adjusted: 1,
        verdict: 'no_difference_shown' as const,
        sentence: 'No difference is shown.',
      },
      {
        run: id(at),
        metric: 'step_time.p50',
        title: 'Step time, median',
        unit: 'ns',
        better: 'lower' as const,
        baseline_median: 20_000,
        baseline_modes: [],
        modes: [],
        median: medians[at] ?? 0,
        ratio: (medians[at] ?? 0) / 20_000,
        ratio_low: 1.3,
        ratio_high: 2.1,
        superiority: 1,
        p_value: 0.008,
        p_adjusted: 0.016,
        verdict: 'worse' as const,
        sentence: 'It is slower.',
      },
    ]),
    checks: [
      {
        name: 'message_counts',
        title: 'Message counts are as the model says in every run',
        holds: true,
        expected: 'exact',
        found: 'exact',
      },
    ],
    published: [
      {
        id: 'uss.simulation',
        source: 'uss',
        source_title: 'Prototype evaluation',
        year: 'mid-1990s',
        platforms: ['Pentium 90 MHz'],
        where: 'section 6.5',
        title: 'Simulation steps',
        unit: 'as named',
        columns: ['figure', 'value'],
        rows: [
          ['second_manager_on_master_extra_ms_40_entities', 100],
          ['um_idle_percent_no_manager', 30],
        ],
        note: '',
      },
    ],
  }
}
