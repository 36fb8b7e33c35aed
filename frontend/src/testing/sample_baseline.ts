/** Realistic baselines for tests. Never used by the product. */
import type { Baseline, BaselineEntry, GroupComparison } from '@/api/contracts'
import { sampleConclusion, sampleGroupSummary, SWEEP_ID } from './sample_group'

export function sampleBaselineEntry(name: string, changes: Partial<BaselineEntry> = {}): BaselineEntry {
  const group = sampleGroupSummary({ id: '01jzq3v5m8c2k4w9x7t6n0r1ac', number: 1 })
  return { name, set_at: '2026-03-03T12:10:00.000Z', group, cells: 6, ...changes }
}

export function sampleBaseline(name: string): Baseline {
  const { set_at, group } = sampleBaselineEntry(name)
  return { schema_version: 1, name, set_at, group, asked: [], machines: [], builds: [], cells: [] }
}

export function sampleGroupComparison(baseline: string): GroupComparison {
  return {
    baseline,
    baseline_group: sampleBaselineEntry(baseline).group,
    group: SWEEP_ID,
    number: 3,
    tolerance: 0.05,
    verdict: 'worse',
    conclusion: sampleConclusion({
      sentence: `Slower: the median step time over 6 cells is 1.12 times baseline ${baseline}.`,
      findings: [],
      models: [],
      doubts: ['Fewer than 5 repeats in a cell: no interval.'],
      next_steps: ['Run it again to see whether it stays, then compare the runs of a cell.'],
    }),
    metrics: [],
    cells: [
      {
        item: '',
        label: 'managers 1, entities 20',
        run: 104,
        baseline_run: 4,
        metric: {
          run: SWEEP_ID,
          metric: 'step_time.p50',
          title: 'Step time, median',
          unit: 'ns',
          better: 'lower',
          baseline_median: 4_020_000,
          median: 4_500_000,
          baseline_modes: [],
          modes: [],
          ratio: 1.12,
          ratio_low: 1.08,
          ratio_high: 1.15,
          superiority: 1,
          p_value: 0.008,
          p_adjusted: 0.02,
          verdict: 'worse',
          sentence: 'Step time, median: worse, 12 % above the baseline.',
        },
      },
    ],
    only_here: [],
    only_in_baseline: [],
  }
}
