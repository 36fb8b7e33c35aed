/** What switches gain, as the backend compared the runs, beside what was published about them. Pure. */
import type { Gain, GainPair, GainsChart, GroupDocument, PublishedTable, SwitchGain } from '@/api/contracts'
import type { ChartTable } from '@/components/chart_card'
import type { Cell } from '@/lib/csv'
import { formatRatio } from '@/lib/format/number'
import type { ForestData, ForestItem, ForestRow } from '@/viz/forest'
import { figuresOf } from './group_values'
import type { Panel } from './line_panels'

const BOTH = 'both sides have two modes'

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
          items: [...pairs.flatMap(itemsOf), ...expectedOf(gain, chart, tables)],
        })),
      },
    },
  ]
}

export function gainTable(group: GroupDocument, chart: GainsChart): ChartTable {
  return {
    columns: [
      { title: 'switch' },
      { title: 'at' },
      { title: 'run', numeric: true },
      { title: 'gain', numeric: true, format: gainText },
      { title: 'low', numeric: true, format: gainText },
      { title: 'high', numeric: true, format: gainText },
    ],
    rows: gainRows(group, chart).flatMap(({ gain, pairs }) =>
      pairs.flatMap(({ run, label, ratio, low, high, two_modes, modes }): Cell[][] => {
        const at = two_modes && modes.length > 0 ? `${label === '' ? '' : `${label}, `}two modes` : label
        if (!two_modes) return [[gain.title, at, run, ratio, low, high]]
        return (modes.length === 0 ? [BOTH] : modes).map((gained) => [gain.title, at, run, gained, null, null])
      }),
    ),
  }
}

/** Switches of which a pair of runs is measured. */
function gainRows(group: GroupDocument, chart: GainsChart): (SwitchGain & { readonly gain: Gain })[] {
  return (figuresOf(group, chart.name)?.gains ?? []).flatMap((found) => {
    const gain = chart.gains.find((one) => one.name === found.name)
    return gain === undefined ? [] : [{ ...found, gain }]
  })
}

/** A mark; of a pair with two modes on one side a mark for each, and none if both sides have two. */
function itemsOf({ label, ratio, low, high, interval, two_modes, modes }: GainPair, at: number): ForestItem[] {
  const words = label === '' ? 'measured' : label
  const colour = 'var(--node-1)'
  if (!two_modes) {
    return [
      {
        key: String(at),
        label: words,
        colour,
        ratio,
        low,
        high,
        interval: interval === 'range' ? 'range' : '95 % interval',
      },
    ]
  }
  const named = { label: `${words}, two modes`, colour, low: null, high: null, interval: null }
  if (modes.length === 0) return [{ ...named, key: String(at), ratio: null, why_none: BOTH }]
  return modes.map((mode, side) => ({ ...named, key: `${at} ${side}`, ratio: mode }))
}

function gainText(value: Cell): string {
  return typeof value === 'number' ? formatRatio(value) : String(value ?? '–')
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
