/** What switches gain, from a group's cells: ratios with and without, beside what was published about them. Pure. */
import type { Gain, GainsChart, GroupAxis, GroupCell, GroupDocument, PublishedTable } from '@/api/contracts'
import type { ChartTable } from '@/components/chart_card'
import type { Cell } from '@/lib/csv'
import { formatRatio } from '@/lib/format/number'
import { unitLabel } from '@/lib/format/unit'
import { inSentence } from '@/lib/terms'
import type { ForestData, ForestItem, ForestRow } from '@/viz/forest'
import { axisOf, cellsOf, cellValue, metricOf, namedValue, sameValue, valueText, varyingAxes } from './group_values'
import type { Panel } from './line_panels'

interface Gained {
  readonly on: GroupCell
  /** What is the same in both cells, and tells this pair from the others. */
  readonly words: string
  /** How many times better; null where that cannot be said. */
  readonly ratio: number | null
  readonly low: number | null
  readonly high: number | null
}

interface GainRow {
  readonly gain: Gain
  readonly note: string
  readonly pairs: readonly Gained[]
}

export function gainPanels(
  group: GroupDocument,
  chart: GainsChart,
  tables: readonly PublishedTable[],
): readonly Panel<ForestData>[] {
  const rows = gainRows(group, chart)
  const metric = group.metrics.find((one) => one.name === chart.metric)
  if (rows.length === 0 || metric === undefined) return []
  return [
    {
      key: '',
      title: '',
      data: {
        label: `How many times better with each switch: ${metric.title}`,
        format: formatRatio,
        rows: rows.map(({ gain, note, pairs }): ForestRow => ({
          key: gain.name,
          label: gain.title,
          note,
          items: [...pairs.map((pair, at) => itemOf(pair, at)), ...expectedOf(gain, chart, tables)],
        })),
      },
    },
  ]
}

export function gainTable(group: GroupDocument, chart: GainsChart): ChartTable {
  const format = (value: Cell) => (value === null ? '–' : formatRatio(Number(value)))
  return {
    columns: [
      { title: 'switch' },
      { title: 'at' },
      { title: 'run', numeric: true },
      { title: 'gain', numeric: true, format },
      { title: 'low', numeric: true, format },
      { title: 'high', numeric: true, format },
    ],
    rows: gainRows(group, chart).flatMap(({ gain, pairs }) =>
      pairs.map(({ on, words, ratio, low, high }): Cell[] => [gain.title, words, on.run.number, ratio, low, high]),
    ),
  }
}

/** Switches of which something has been measured. */
function gainRows(group: GroupDocument, chart: GainsChart): GainRow[] {
  return chart.gains.flatMap((gain) => {
    const axis = axisOf(group, gain.switch)
    const cells = cellsOf(group, [gain.item])
    if (axis === undefined) return []
    const others = varyingAxes(group, cells).filter((other) => !isPartOf(other.path, axis.path))
    const pairs = pairsOf(group, chart.metric, gain, cells, others)
    if (pairs.length === 0) return []
    const along = others.map((other) => {
      const values = pairs.map((pair) => valueText(cellValue(group, pair.on, other.path)))
      return `${inSentence(other.title)} ${values.join(', ')}${other.unit === '' ? '' : ` ${unitLabel(other.unit)}`}`
    })
    const note = along.length > 0 ? along.join('; ') : `${valueText(gain.on)} against ${valueText(gain.off)}`
    return [{ gain, note, pairs }]
  })
}

function isPartOf(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)
}

function pairsOf(
  group: GroupDocument,
  metric: string,
  gain: Gain,
  cells: readonly GroupCell[],
  others: readonly GroupAxis[],
): Gained[] {
  const has = (cell: GroupCell, value: string) => sameValue(cellValue(group, cell, gain.switch), value)
  const place = (cell: GroupCell) => others.map((other) => cellValue(group, cell, other.path)).join('\u0000')
  return cells.flatMap((on): Gained[] => {
    const off = has(on, gain.on) ? cells.find((cell) => has(cell, gain.off) && place(cell) === place(on)) : undefined
    const [its, base] = [metricOf(on, metric), off === undefined ? undefined : metricOf(off, metric)]
    if (its === undefined || base === undefined) return []
    const [above, below] = its.better === 'lower' ? [base, its] : [its, base]
    const words = others.map((other) => namedValue(other, cellValue(group, on, other.path))).join(', ')
    if (below.median <= 0) return [{ on, words, ratio: null, low: null, high: null }]
    const known = below.low > 0 && Math.min(above.values.length, below.values.length) > 1
    return [
      {
        on,
        words,
        ratio: above.median / below.median,
        // The ends of both intervals at once: never narrower than the ratio's own.
        low: known ? above.low / below.high : null,
        high: known ? above.high / below.low : null,
      },
    ]
  })
}

function itemOf({ words, ratio, low, high }: Gained, at: number): ForestItem {
  return { key: String(at), label: words === '' ? 'measured' : words, colour: 'var(--node-1)', ratio, low, high }
}

function expectedOf(gain: Gain, chart: GainsChart, tables: readonly PublishedTable[]): ForestItem[] {
  return tables
    .filter((table) => chart.published.includes(table.id))
    .flatMap((table) => {
      const column = (name: string) => table.columns.indexOf(name)
      const row = table.rows.find((one) => one[column('gain')] === gain.name)
      const [low, high] = [row?.[column('times_least')], row?.[column('times_most')]]
      if (typeof low !== 'number' || typeof high !== 'number') return []
      const ratio = Math.sqrt(low * high)
      const words = low === high ? formatRatio(low) : `${formatRatio(low)} to ${formatRatio(high)}`
      return [
        {
          key: table.id,
          label: 'expected by the study',
          colour: 'var(--brass)',
          ratio,
          low,
          high,
          published: `${gain.title}, expected by the study: ${words}`,
        },
      ]
    })
}
