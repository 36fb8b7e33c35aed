/** The study's figures of its modelling language (6.2 to 6.9), drawn from a run's metrics. Pure. */
import type { PublishedTable, SummaryMetric } from '@/api/contracts'
import { formatCount, formatNumber } from '@/lib/format/number'
import { commonScale, formatQuantity } from '@/lib/format/unit'
import type { XyChartData, XyCurve, XyPoint } from '@/viz/xy_chart'

export interface StudyFigure {
  /** `6.5`. */
  readonly id: string
  readonly title: string
  readonly caption: string
  readonly series: readonly { readonly label: string; readonly names: readonly string[] }[]
  /** One for each name of a series. */
  readonly categories: readonly string[] | null
  /** In place of categories: what is on a numeric axis. */
  readonly xs: readonly number[]
  readonly x_label: string
  readonly logarithmic: boolean
}

const STATE_OPERATIONS = ['construct', 'destruct', 'size', 'pack', 'unpack'] as const
const ENCODINGS = ['size', 'pack', 'pack_swapped', 'unpack', 'unpack_swapped'] as const
const OPERATIONS = ['insert', 'replace', 'delete'] as const
const NS_IN_MS = 1e6

const seriesColour = (index: number) => `var(--node-${(index % 8) + 1})`

const plain = { xs: [], x_label: '', logarithmic: false }
const wordsOf = (operation: string) => operation.replace('_swapped', ', swapped')

/** Numbers in the names of metrics: those of `array.100.pack` are 1, 10, 100 … */
function numbersIn(metrics: readonly SummaryMetric[], head: string): number[] {
  const found = metrics.flatMap(({ name }) => {
    const number = new RegExp(`^${head}\\.(\\d+)\\.pack$`).exec(name)?.[1]
    return number === undefined ? [] : [Number(number)]
  })
  return found.sort((a, b) => a - b)
}

export function studyFigures(metrics: readonly SummaryMetric[]): readonly StudyFigure[] {
  const lengths = numbersIn(metrics, 'array')
  const depths = numbersIn(metrics, 'nested').filter((depth) => depth > 0)
  const over = (head: string, xs: readonly number[]) =>
    STATE_OPERATIONS.map((operation) => ({ label: operation, names: xs.map((x) => `${head}.${x}.${operation}`) }))
  return [
    {
      ...plain,
      id: '6.2',
      title: 'Insert, replace and delete a component',
      caption: 'Definitions without contents, as text, in a model of a few components.',
      categories: ['element', 'property', 'entity', 'constant', 'function'],
      series: OPERATIONS.map((operation) => ({
        label: operation,
        names: ['element', 'property', 'entity', 'constant', 'function'].map((kind) => `${operation}.${kind}`),
      })),
    },
    {
      ...plain,
      id: '6.3',
      title: 'Add and delete a dependency',
      caption: 'On a component that has a few; the same however many there are.',
      categories: ['add', 'delete'],
      series: [{ label: 'dependency', names: ['dependency.add', 'dependency.delete'] }],
    },
    {
      ...plain,
      id: '6.4',
      title: 'State of a value',
      caption: 'Integer, real and boolean cost about the same.',
      categories: STATE_OPERATIONS,
      series: ['integer', 'real', 'boolean'].map((type) => ({
        label: type,
        names: STATE_OPERATIONS.map((operation) => `${type}.${operation}`),
      })),
    },
    {
      id: '6.5',
      title: 'State of an array of integers',
      caption:
        'In the study time rises in proportion to the length (dashed: its Pentium, from its time for each integer). Here destruct and size of numbers do not depend on it.',
      categories: null,
      series: over('array', lengths),
      xs: lengths,
      x_label: 'integers in the array',
      logarithmic: true,
    },
    {
      ...plain,
      id: '6.6',
      title: 'State of an element with no and one property',
      caption: 'The difference is what the property costs.',
      categories: STATE_OPERATIONS,
      series: [
        { label: 'no property', names: STATE_OPERATIONS.map((operation) => `nested.0.${operation}`) },
        { label: 'one property', names: STATE_OPERATIONS.map((operation) => `nested.1.${operation}`) },
      ],
    },
    {
      id: '6.7',
      title: 'State of elements in elements',
      caption: 'In the study each level costs an element’s overhead; a layout compiled once has none.',
      categories: null,
      series: over('nested', depths),
      xs: depths,
      x_label: 'levels',
      logarithmic: false,
    },
    {
      ...plain,
      id: '6.8',
      title: 'Encoding a value, with and without swapped bytes',
      caption: 'Of an integer.',
      categories: ENCODINGS.map(wordsOf),
      series: [{ label: 'integer', names: ENCODINGS.map((operation) => `integer.${operation}`) }],
    },
    {
      ...plain,
      id: '6.9',
      title: 'Encoding a string',
      caption: 'Only its length is swapped, so the order of bytes makes no difference.',
      categories: ENCODINGS.map(wordsOf),
      series: [
        { label: 'string', names: ENCODINGS.map((operation) => `string.${operation}`) },
        { label: 'integer', names: ENCODINGS.map((operation) => `integer.${operation}`) },
      ],
    },
  ]
}

/** What the chart draws; without series where nothing of it was measured. */
export function chartOf(
  figure: StudyFigure,
  metrics: readonly SummaryMetric[],
  tables: readonly PublishedTable[],
): XyChartData {
  const by_name = new Map(metrics.map((metric) => [metric.name, metric]))
  const series = figure.series.map((line, index) => ({
    key: line.label,
    label: line.label,
    colour: seriesColour(index),
    points: line.names.flatMap((name, at): XyPoint[] => {
      const metric = by_name.get(name)
      if (metric === undefined || (figure.logarithmic && metric.median <= 0)) return []
      return [
        {
          x: figure.categories === null ? (figure.xs[at] ?? 0) : at,
          y: metric.median,
          low: metric.low,
          high: metric.high,
          values: metric.values,
          title: `${metric.title}: ${formatQuantity(metric.median, 'ns')}`,
        },
      ]
    }),
  }))
  const curves = figure.id === '6.5' ? pentiumCurves(figure.xs, tables) : []
  const scale = commonScale(
    'ns',
    series.flatMap((line) => line.points.map((point) => point.y)),
  )
  return {
    label: `Figure ${figure.id}: ${figure.title}`,
    x_label: figure.x_label,
    y_label: figure.logarithmic ? 'time' : `time, ${scale.unit}`,
    series: series.filter((line) => line.points.length > 0),
    curves,
    published: null,
    log_x: figure.logarithmic,
    log_y: figure.logarithmic,
    categories: figure.categories,
    also_y: figure.logarithmic ? [] : [0],
    formatX: formatCount,
    formatTick: (y) => (figure.logarithmic ? formatQuantity(y, 'ns') : formatNumber(y * scale.factor)),
  }
}

function pentiumCurves(xs: readonly number[], tables: readonly PublishedTable[]): readonly XyCurve[] {
  const table = tables.find((one) => one.id === 'uss.state-operations')
  const column = table?.columns.indexOf('pentium') ?? -1
  if (table === undefined || column < 0) return []
  return ['construct', 'pack'].flatMap((operation): XyCurve[] => {
    const each_ms = table.rows.find((row) => row[0] === operation)?.[column]
    if (typeof each_ms !== 'number') return []
    return [
      {
        key: `pentium ${operation}`,
        label: `Pentium, ${operation}`,
        colour: 'var(--brass)',
        points: xs.map((x) => ({ x, y: x * each_ms * NS_IN_MS })),
      },
    ]
  })
}
