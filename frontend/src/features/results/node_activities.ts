import type { RepeatNode, RunDocument } from '@/api/contracts'

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

/** The same over all finished repeats of a run: the mean, since activities of a step must add up to it. */
export function meanActivities(run: RunDocument, node_index: number): { name: string; title: string; value: number }[] {
  const repeats = run.repeats
    .filter(({ replaced_by }) => replaced_by === null)
    .flatMap((repeat) => repeat.nodes.filter((node) => node.node_index === node_index))
    .map(nodeActivities)
  const measured = repeats.filter((activities) => activities.length > 0)
  return (measured[0] ?? []).map(({ name, title }) => ({
    name,
    title,
    value:
      measured.reduce((sum, activities) => sum + (activities.find((one) => one.name === name)?.value ?? 0), 0) /
      measured.length,
  }))
}
