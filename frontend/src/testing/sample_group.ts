/** Realistic sweeps and suites for tests. Never used by the product. */
import type {
  Conclusion,
  GroupAxis,
  GroupCell,
  GroupDocument,
  GroupSummary,
  Suite,
  SummaryMetric,
} from '@/api/contracts'
import { sampleRun } from './sample_data'

export const SWEEP_ID = '01jzq3v5m8c2k4w9x7t6n0r5sw'

export function sampleMetric(name: string, median: number, changes: Partial<SummaryMetric> = {}): SummaryMetric {
  return {
    name,
    title: name === 'step_time.p50' ? 'Step time, median' : name,
    unit: 'ns',
    better: 'lower',
    values: [median * 0.98, median, median * 1.03],
    median,
    low: median * 0.98,
    high: median * 1.03,
    interval: 'range',
    modes: [],
    ...changes,
  }
}

export function sampleConclusion(changes: Partial<Conclusion> = {}): Conclusion {
  return {
    outcome: 'found',
    sentence: 'Each manager adds 500 µs (95 % interval 480 to 520 µs) to the median step time.',
    findings: ['Each entity adds 100 µs (95 % interval 98 to 102 µs) to the median step time.'],
    models: [
      {
        kind: 'line',
        parameter: 'workload.managers',
        metric: 'step_time.p50',
        setting: 'entities 20',
        formula: 'median step time = 2 ms + 500 µs × managers',
        r_squared: 0.998,
      },
    ],
    doubts: ['Cells have only 3 repeats; a 95 % interval needs 5.'],
    next_steps: ['Run it again with 5 repeats or more.'],
    ...changes,
  }
}

export function sampleGroupSummary(changes: Partial<GroupSummary> = {}): GroupSummary {
  return {
    id: SWEEP_ID,
    number: 3,
    kind: 'sweep',
    name: null,
    version: null,
    variant: null,
    title: 'Managers and entities',
    state: 'done',
    created_at: '2026-03-03T12:00:00.000Z',
    started_at: '2026-03-03T12:00:01.000Z',
    ended_at: '2026-03-03T12:03:21.000Z',
    runs: 6,
    runs_done: 6,
    runs_failed: 0,
    interleaved: true,
    progress: 1,
    seconds_left: null,
    workloads: ['universe_steps'],
    checks_hold: true,
    shapes_hold: null,
    note: '',
    tags: [],
    ...changes,
  }
}

export function sampleAxis(path: string, title: string, values: readonly (number | string)[]): GroupAxis {
  return {
    path,
    title,
    unit: '',
    numeric: values.every((value) => typeof value === 'number'),
    closed: true,
    values: values.map((value) => JSON.stringify(value)),
  }
}

/** Entities 20 and 40, managers 0 to 2: 100 us for each entity and 500 us for each manager. */
export function sampleSweep(changes: Partial<GroupSummary> = {}): GroupDocument {
  const summary = sampleGroupSummary(changes)
  const axes = [
    sampleAxis('workload.entities', 'Entities', [20, 40]),
    sampleAxis('workload.managers', 'Managers', [0, 1, 2]),
  ]
  const cells = [20, 40].flatMap((entities, row) =>
    [0, 1, 2].map((managers, column): GroupCell => {
      const cell = row * 3 + column
      const label = `entities ${entities}, managers ${managers}`
      const group = { id: summary.id, number: 3, kind: summary.kind, title: summary.title, item: '', cell, label }
      return {
        cell,
        item: '',
        label,
        values: [String(entities), String(managers)],
        run: sampleRun(100 + cell, { group }),
        metrics: [
          sampleMetric('step_time.p50', entities * 100_000 + managers * 500_000),
          sampleMetric('activity.update', entities * 80_000, { title: 'Update' }),
          sampleMetric('activity.manager', managers * 500_000, { title: 'Managers' }),
        ],
        window_modes: [],
      }
    }),
  )
  const metrics = (cells[0]?.metrics ?? []).map(({ name, title, unit, better }) => ({ name, title, unit, better }))
  return {
    summary,
    sweep: null,
    suite: null,
    run_suite: null,
    axes,
    metrics,
    cells,
    chart_figures: [],
    shapes: [],
    conclusion: sampleConclusion(),
  }
}

export const sample_suite: Suite = {
  schema_version: 1,
  name: 'uss-single-node',
  version: 2,
  title: 'One node, managers and monitors',
  summary: 'Step time of one node against entities, managers and monitors.',
  source: 'Universe simulation study, section 6.5.1',
  variants: [
    { name: 'short', title: 'Short', summary: 'Half the entities.', typical_s: 130, nodes: 1, set: [] },
    { name: 'full', title: 'Full', summary: '', typical_s: 1800, nodes: 1, set: [] },
  ],
  items: ['entities', 'managers'].map((name, at) => ({
    name,
    title: at === 0 ? 'Entities' : 'Managers',
    figure_of: at === 0 ? 'Figure 6.23' : '',
    variants: at === 0 ? [] : ['full'],
    each_node: false,
    within_cpus: null,
    sweep: {
      schema_version: 1,
      name,
      base: { spec: null, preset: 'universe-one-node', set: [] },
      axes: [{ kind: 'range', path: 'workload.entities', min: 20, max: 40, step: 20 }],
      combine: 'grid',
      interleaved: true,
    },
  })),
  charts: [
    {
      kind: 'lines',
      name: 'step-time',
      title: 'Step time by entities',
      caption: 'A straight line for each number of managers.',
      figure_of: 'Figure 6.23',
      items: [],
      published: ['uss.steps'],
      beside: [],
      x: 'workload.entities',
      metrics: ['step_time.p50'],
      series: ['workload.managers'],
      facet: null,
      log_x: false,
      log_y: false,
      relative_to: [],
    },
  ],
  shape_checks: [
    {
      kind: 'linear',
      name: 'linear',
      title: 'Step time is linear in entities',
      claim: 'finding',
      published: 'a straight line',
      explanation: null,
      source: 'Figure 6.23',
      items: [],
      where: [],
      over: null,
      take: 'median',
      from_times: false,
      metric: 'step_time.p50',
      x: 'workload.entities',
      each: ['workload.managers'],
      r_squared_min: 0.95,
      trend: 'rises',
    },
  ],
  published: ['uss.steps'],
}

export function sampleSuiteRun(): GroupDocument {
  const sweep = sampleSweep({
    kind: 'suite',
    name: sample_suite.name,
    version: 2,
    variant: 'short',
    shapes_hold: false,
  })
  const shape = {
    title: '',
    claim: 'invariant',
    source: 'Figure 6.23',
    published: '',
    expected: 'R² of at least 0.95',
    why: '',
  } as const
  return {
    ...sweep,
    suite: sample_suite,
    conclusion: sampleConclusion({
      outcome: 'failed',
      sentence: '1 of 2 checks failed: Equal steps. 1 check was not measured.',
      models: [],
    }),
    shapes: [
      {
        ...shape,
        name: 'linear',
        verdict: 'passed',
        found: 'R² 0.998',
        sentence: 'Step time grows in a straight line with entities (R² 0.998).',
      },
      {
        ...shape,
        name: 'equal',
        verdict: 'failed',
        found: '31 % apart',
        sentence: 'Three managers and one monitor differ from one manager and two monitors by 31 %.',
      },
      { ...shape, name: 'idle', title: 'Idle share falls', verdict: 'not_measured', found: '', sentence: '' },
    ],
  }
}
