import type { RepeatNode, RepeatView, RunDocument } from '@/api/contracts'

const PREFIX = 'activity.'

/** What a node spent a step on, from its metrics named `activity.<name>`. Pure. */
export function nodeActivities(node: RepeatNode): { name: string; title: string; value: number }[] {
  return node.metrics
    .filter((metric) => metric.name.startsWith(PREFIX) && metric.unit === 'ns')
    .map((metric) => ({
      name: metric.name.slice(PREFIX.length),
      title: metric.title.replace(/, mean.*$/, ''),
      value: metric.value,
    }))
}

/** Repeats in which a node measured activities. */
export function repeatsWithActivities(run: RunDocument): RepeatView[] {
  return run.repeats.filter((repeat) => repeat.nodes.some((node) => nodeActivities(node).length > 0))
}
