/** What a sweep's own chart shows, by the address and by what the sweep has. Pure. */
import type { GroupAxis, GroupCell, GroupDocument, MetricHead, SuiteChart, SuiteItem } from '@/api/contracts'
import { cellsOf, metricNames, metricOf, varyingAxes } from './group_values'
import type { ChartKind, GroupSearch } from './group_search'
import { inSentence } from '@/lib/terms'

export interface Explored {
  /** Of a suite, those that have something to draw: parameters mean the same within one. */
  readonly items: readonly SuiteItem[]
  readonly item: SuiteItem | null
  readonly kinds: readonly ChartKind[]
  readonly kind: ChartKind
  readonly axes: readonly GroupAxis[]
  readonly metrics: readonly MetricHead[]
  readonly metric: MetricHead
  readonly x: GroupAxis
  readonly by: GroupAxis | null
  readonly facet: GroupAxis | null
  /** Axes that are logarithmic. */
  readonly log: readonly string[]
  readonly chart: SuiteChart
}

/** As the address says; unless it does, a parameter over decades stands on a logarithmic axis. */
function logAxes({ log }: GroupSearch, x: GroupAxis): readonly string[] {
  if (log !== undefined) return log.split(',').filter((axis) => axis !== '' && axis !== 'none')
  const values = x.numeric ? x.values.map(Number) : []
  const least = Math.min(...values)
  return values.length > 2 && least > 0 && Math.max(...values) >= 100 * least ? ['x'] : []
}

/** More of something that works: along these a speed-up is looked for. */
const WORKERS = /(threads|workers|processes|cores|cpus|count)$/

export function explored(group: GroupDocument, search: GroupSearch): Explored | null {
  const cellsIn = (name: string | undefined) => cellsOf(group, name === undefined ? [] : [name])
  const items = (group.suite?.items ?? []).filter(({ name }) => varyingAxes(group, measured(cellsIn(name))).length > 0)
  const item = items.find(({ name }) => name === search.item) ?? items[0] ?? null
  const cells = measured(cellsIn(item?.name))
  const axes = varyingAxes(group, cells)
  const names = metricNames(group).filter((name) => cells.some((cell) => metricOf(cell, name) !== undefined))
  const metrics = names.flatMap((name) => group.metrics.find((metric) => metric.name === name) ?? [])
  const metric = metrics.find((one) => one.name === search.metric) ?? metrics[0]
  const x = axes.find((axis) => axis.path === search.x) ?? bestX(axes)
  if (metric === undefined || x === undefined) return null
  const others = axes.filter((axis) => axis !== x)
  const by = search.by === 'none' ? null : (others.find((axis) => axis.path === search.by) ?? others[0] ?? null)
  const facet = others.find((axis) => axis !== by && axis.path === search.facet) ?? null
  const parts = partsOf(metrics)
  const kinds: ChartKind[] = [
    'lines',
    ...(others.length > 0 ? ['heat' as const] : []),
    // Speed-up is of more workers at the same work; over managers or entities it is no law's.
    ...(x.numeric && WORKERS.test(x.path) ? ['speedup' as const] : []),
    ...(parts.length > 1 ? ['breakdown' as const] : []),
  ]
  const kind = kinds.find((one) => one === search.chart) ?? 'lines'
  const log = logAxes(search, x)
  return {
    items,
    item,
    kinds,
    kind,
    axes,
    metrics,
    metric,
    x,
    by,
    facet,
    log,
    chart: chartOf({
      item,
      kind,
      metric,
      x,
      by: by ?? (kind === 'heat' ? (others[0] ?? null) : null),
      facet,
      log,
      parts,
      others,
    }),
  }
}

function measured(cells: readonly GroupCell[]): GroupCell[] {
  return cells.filter((cell) => cell.metrics.length > 0)
}

/** Numbers make an axis; among them the one that is about workers, else the one with most values. */
function bestX(axes: readonly GroupAxis[]): GroupAxis | undefined {
  const numeric = axes.filter((axis) => axis.numeric)
  return (
    numeric.find((axis) => WORKERS.test(axis.path)) ??
    numeric.toSorted((a, b) => b.values.length - a.values.length)[0] ??
    axes[0]
  )
}

/** Mean activities of a step, which add up to one. */
function partsOf(metrics: readonly MetricHead[]): string[] {
  const parts = metrics.filter((metric) => /^(activity|step_part)\./.test(metric.name))
  const unit = parts[0]?.unit
  return parts.filter((metric) => metric.unit === unit).map((metric) => metric.name)
}

interface Choice {
  readonly item: SuiteItem | null
  readonly kind: ChartKind
  readonly metric: MetricHead
  readonly x: GroupAxis
  readonly by: GroupAxis | null
  readonly facet: GroupAxis | null
  readonly log: readonly string[]
  readonly parts: readonly string[]
  readonly others: readonly GroupAxis[]
}

function chartOf({ item, kind, metric, x, by, facet, log, parts, others }: Choice): SuiteChart {
  const items = item === null ? [] : [item.name]
  const head = { name: 'explored', caption: '', figure_of: '', items, published: [], beside: [] }
  const against = `${metric.title} by ${inSentence(x.title)}`
  const series = others.filter((axis) => axis !== facet).map((axis) => axis.path)
  switch (kind) {
    case 'lines':
      return {
        ...head,
        kind,
        title: against,
        x: x.path,
        metrics: [metric.name],
        series: by === null ? [] : [by.path],
        facet: facet?.path ?? null,
        log_x: log.includes('x'),
        log_y: log.includes('y'),
        relative_to: [],
      }
    case 'heat':
      return {
        ...head,
        kind,
        title: `${metric.title} by ${inSentence(x.title)} and ${inSentence(by?.title ?? '')}`,
        x: x.path,
        y: by?.path ?? x.path,
        metric: metric.name,
        facet: facet?.path ?? null,
      }
    case 'speedup':
      return { ...head, kind, title: `Speed-up by ${inSentence(x.title)}`, x: x.path, metric: metric.name, series }
    case 'breakdown':
      return {
        ...head,
        kind,
        title: `Where the time goes by ${inSentence(x.title)}`,
        x: x.path,
        metrics: [...parts],
        facet: facet?.path ?? null,
        share: log.includes('y'),
      }
  }
}
